// Managers' pages work without this script. It keeps the live page live, copies
// links, opens questions as dialogues and shows times in the reader's own zone.

const OFFLINE_AFTER = 15_000; // milliseconds without a word from the server

/** Show moments as local clock times. */
function clock(at) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "medium", hourCycle: "h23" }).format(new Date(at));
}

/** Put new figures in their place, but never under a pointer or a focus. */
const waiting = new Map(); // part → html that waits until nobody looks closely
const shown = new Map(); // part → html on the page

function place(part, html) {
  const holder = document.querySelector(`[data-part="${part}"]`);
  if (!holder) return;
  if (holder.matches(":hover, :focus-within")) {
    waiting.set(part, html);
    return;
  }
  waiting.delete(part);
  if (shown.get(part) === html) return;
  const open = [...holder.querySelectorAll("details")].map((details) => details.open);
  const aside = holder.querySelector(".scroll, .chart-scroll")?.scrollLeft ?? 0;
  holder.innerHTML = html;
  shown.set(part, html);
  holder.querySelectorAll("details").forEach((details, at) => (details.open = open[at] ?? false));
  const scroll = holder.querySelector(".scroll, .chart-scroll");
  if (scroll) scroll.scrollLeft = aside;
  if (holder.querySelector(".plot[role=img]")) import("./charts.js").then(({ drawAll }) => drawAll(holder));
}

function placeWaiting() {
  for (const [part, html] of [...waiting]) place(part, html);
}

function live(output) {
  let last = 0;
  let seen = "";
  const aloud = document.getElementById("live-aloud"); // for screen readers: changes of state only
  const say = (state, words) => {
    const told = words.replace("{time}", seen);
    if (output.dataset.state !== state && aloud) aloud.textContent = told;
    output.dataset.state = state;
    output.textContent = told;
  };
  const heard = (at) => {
    last = Date.now();
    seen = clock(at);
    say("live", output.dataset.on);
  };
  const source = new EventSource(output.dataset.live);
  source.addEventListener("figures", (event) => {
    const { at, parts } = JSON.parse(event.data);
    for (const [part, html] of Object.entries(parts)) place(part, html);
    heard(at);
  });
  source.addEventListener("tick", (event) => heard(JSON.parse(event.data).at));
  source.addEventListener("error", () => last && say("kept", output.dataset.off));
  setInterval(() => {
    if (last && Date.now() - last > OFFLINE_AFTER) say("kept", output.dataset.off);
    placeWaiting();
  }, 1000);
  addEventListener("pagehide", () => source.close());
}

/** Copy a link; where the browser does not allow it, select the text so that Ctrl+C works. */
async function copy(button) {
  const field = button.parentElement.querySelector("input");
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    field?.select();
    if (!document.execCommand("copy")) return;
  }
  const words = button.dataset.words ?? button.textContent;
  button.dataset.words = words;
  button.textContent = button.dataset.copied;
  setTimeout(() => (button.textContent = words), 2000);
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest("[data-copy]");
  if (button) copy(button);
  const asks = target?.closest("[data-dialog]");
  const dialog = asks && document.getElementById(asks.dataset.dialog);
  if (dialog instanceof HTMLDialogElement) {
    event.preventDefault();
    dialog.showModal();
  }
  const closes = target?.closest("dialog [data-close]");
  if (closes) {
    event.preventDefault();
    closes.closest("dialog").close();
  }
});

// A form is sent once, however often its button is pressed.
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// "Done" is said once: going back or reloading does not say it again.
const address = new URL(location.href);
if (address.searchParams.has("done")) {
  address.searchParams.delete("done");
  history.replaceState(null, "", address);
}

// On a phone the tabs scroll: the one that is open stands in sight.
document.querySelector(".bar .tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

const output = document.getElementById("live");
if (output) live(output);

// A deadline that is not set yet: by the clock of whoever sets it.
for (const select of document.querySelectorAll("select[data-zone]")) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...select.options].some((option) => option.value === here)) select.value = here;
}
