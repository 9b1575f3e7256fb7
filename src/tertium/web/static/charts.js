// Draws the figures of a page: Vega-Lite specs become SVG beside their tables.
//
// A figure holds, in this order:
//   .plot-scroll (focusable group) > .plot[role=img][aria-label="one sentence"]
//   a data block of class figure-spec with the spec as JSON
//   details[open] with the same numbers as a table
//
// Instead of the data block, .plot may name an address: data-src="/…/figure.json".
// Nothing here needs eval or inline styles, so the strictest policy holds.
// Colours stay CSS variables inside the SVG: a change of theme needs no redrawing.

import { View, compile, expressionInterpreter, parse } from "./vega.js";

const drawn = new WeakMap(); // host → { spec, view, drawnAt }

/** Draw `spec` in `host`, or draw it again where the host's size or the type size has changed. */
export async function draw(host, spec = drawn.get(host)?.spec) {
  const root = getComputedStyle(document.documentElement);
  const zoom = (parseFloat(root.fontSize) / 16) * (parseFloat(root.getPropertyValue("--zoom")) || 1);
  const room = Math.max(host.parentElement.clientWidth, Number(host.dataset.narrowest ?? 0) * zoom);
  const before = drawn.get(host);
  if (before?.spec === spec && before.room === room && before.zoom === zoom) return before.view;

  const sized = { ...spec, config: { ...spec.config, font: getComputedStyle(host).fontFamily } };
  if (spec.width === "container") sized.width = Math.floor(room / zoom);
  const runtime = parse(compile(sized).spec, undefined, { ast: true });
  const place = document.createElement("div");
  const view = new View(runtime, { expr: expressionInterpreter, renderer: "svg", hover: false });
  drawn.set(host, { spec, view, room, zoom });
  await view.initialize(place).runAsync();

  const svg = place.querySelector("svg");
  svg.setAttribute("aria-hidden", "true"); // the host has the sentence
  for (const side of ["width", "height"]) svg.setAttribute(side, svg.getAttribute(side) * zoom);
  before?.view.finalize();
  host.replaceChildren(svg);
  return view;
}

/** Draw every figure below `root`. A table steps back only when its picture is really there. */
export async function drawAll(root = document) {
  for (const host of root.querySelectorAll(".plot[role=img]")) {
    const figure = host.closest("figure");
    const block = figure?.querySelector("script.figure-spec");
    try {
      const spec = block ? JSON.parse(block.textContent) : await fetched(host.dataset.src);
      await draw(host, spec);
      figure?.classList.add("drawn");
      figure?.querySelector("details")?.removeAttribute("open");
      watch.observe(host.parentElement);
    } catch (trouble) {
      console.error("This picture could not be drawn; its table tells the same.", trouble);
    }
  }
  document.documentElement.dataset.charts = "drawn";
}

async function fetched(address) {
  const answer = await fetch(address, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

function again() {
  for (const host of document.querySelectorAll(".drawn .plot[role=img]")) draw(host);
}

const watch = new ResizeObserver((entries) => {
  for (const { target } of entries) draw(target.querySelector(".plot"));
});
new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-size"] });

// Paper cannot be clicked: open the tables for it, and put them back afterwards.
addEventListener("beforeprint", () => {
  for (const table of document.querySelectorAll("details:not([open])")) {
    table.open = true;
    table.dataset.printed = "";
  }
});
addEventListener("afterprint", () => {
  for (const table of document.querySelectorAll("details[data-printed]")) {
    table.open = false;
    delete table.dataset.printed;
  }
});

for (const button of document.querySelectorAll("button[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

await document.fonts.ready; // labels are measured before they are placed
await drawAll();
