// Error sets work without this script. With it, one hand on the keyboard is enough: in the list of
// an error's sets a digit chooses (0 is a set of its own) and Enter moves; Z takes the step back.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLSelectElement)) return;
  const select = event.target;
  if (!select.matches("[data-set]")) return;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
  if (digit !== undefined) {
    const place = digit === "0" ? select.options.length - 1 : Number(digit) - 1;
    if (place < select.options.length) select.selectedIndex = place;
    event.preventDefault();
  } else if (event.key === "Enter") {
    event.preventDefault();
    select.form.requestSubmit();
  } else if (event.code === "KeyZ") {
    event.preventDefault();
    const undo = select.closest("article").querySelector("form[data-undo]");
    if (undo) undo.elements.error.value = select.form.elements.error.value; // and stay here
    undo?.requestSubmit();
  }
});
