// The plan of a draft follows from its settings while somebody types; without this script the
// button does it. Nothing is saved here.

const REST = 400; // milliseconds without a key

const form = document.getElementById("settings");
const fault = form?.querySelector('[data-live="fault"]');
const calm = fault?.textContent ?? "";
let timer = 0;
let asked = 0;

/** Put the parts of an answer into their places; an answer about a fault leaves the plan as it was. */
function place(html) {
  const found = new DOMParser().parseFromString(html, "text/html");
  const told = new Map([...found.querySelectorAll("[data-live]")].map((part) => [part.dataset.live, part]));
  for (const holder of document.querySelectorAll("[data-live]")) {
    const part = told.get(holder.dataset.live);
    if (part) holder.replaceChildren(...part.childNodes);
    else if (holder === fault) holder.textContent = calm;
  }
}

async function ask() {
  const number = ++asked;
  const sent = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(form.dataset.plan, { method: "POST", body: sent, headers: { accept: "text/html" } });
    if (answer.ok && number === asked) place(await answer.text());
  } catch {
    // Without a connection the plan stays as it was; saving says what is wrong.
  }
}

form?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, REST);
});
form?.addEventListener("submit", () => clearTimeout(timer)); // the next page has its own plan
