// Dialogs: opened by any control with data-opens, closed by Esc, by their button or beside them.

/** True while a dialog covers the page. */
export const covered = () => document.querySelector('dialog[open]') !== null;

/** Open a dialog by its id; focus returns by itself when it closes. */
export function openDialog(id) {
  const dialog = document.getElementById(id);
  if (!dialog || dialog.open) return;
  for (const other of document.querySelectorAll('dialog[open]')) other.close();
  dialog.showModal();
  dialog.dispatchEvent(new Event('opened'));
}

document.addEventListener('click', (event) => {
  const opener = event.target.closest('[data-opens]');
  if (opener) openDialog(opener.dataset.opens);
  // A click on the dialog itself, not on anything in it, is a click beside it.
  else if (event.target instanceof HTMLDialogElement) {
    const box = event.target.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right
      && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) event.target.close();
  }
});
