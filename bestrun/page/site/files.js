// Files in and out: dropped, pasted, chosen; downloads and the link to share.

import { ask, askFile } from "./api.js";
import { $, fill, h, say } from "./dom.js";
import { forgetPosition, savedPositions, savePosition } from "./kept.js";
import { fromAddress } from "./store.js";

/** Let files be dropped anywhere, and the position be taken away. */
export function setUpFiles(app) {
  const drop = $("drop");
  app.openText = (text) => openText(app, text);
  app.download = (format) => download(app, format);
  document.addEventListener("dragover", (event) => { event.preventDefault(); drop.hidden = false; });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.hidden = true; });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    drop.hidden = true;
    const file = event.dataTransfer.files[0];
    if (file) openText(app, await file.text());
  });
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (!event.target.closest("input, textarea") && text.trim().startsWith("{")) openText(app, text);
  });
  $("open").addEventListener("click", () => openSomething(app));
  $("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    $("dialog").close();
    if (file) await openText(app, await file.text());
    $("file").value = "";
  });
  $("take").addEventListener("click", () => takeAway(app));
}

/** Open what a file says: a position in JSON or TOML, a case, or an exported game; whether it could. */
async function openText(app, text) {
  try {
    const told = await ask("open", { text });
    if (told.game) {
      await openGame(app, JSON.parse(text));
      return true;
    }
    await app.openPosition(told.position);
    say("Opened.");
    return true;
  } catch (error) {
    say(error.message, true);
    return false;
  }
}

async function openGame(app, game) {
  if (app.facts?.family !== "18xx") await app.newPosition("1844");
  const tab = app.tabs.find((each) => each.name === "Game");
  app.choose(tab);
  await tab.open(game);
}

/** Let a file be chosen, a text be pasted, or a saved position be opened. */
function openSomething(app) {
  const dialog = $("dialog");
  const text = h("textarea", { rows: 3, "aria-label": "A position or an exported game", placeholder: "…or paste a position (TOML, JSON) or an exported game here" });
  fill(dialog,
    h("h2", { id: "dialog-heading" }, "Open"),
    h("div", { class: "row" }, h("button", { class: "primary", click: () => $("file").click() }, "Choose a file…")),
    text,
    h("div", { class: "row" }, h("button", {
      click: async () => { if (text.value.trim() && await openText(app, text.value)) dialog.close(); },
    }, "Open the text")),
    h("h3", {}, "Saved in this browser"),
    savedList(app, dialog),
    h("button", { click: () => dialog.close() }, "Close"));
  dialog.showModal();
}

function savedList(app, dialog) {
  const list = h("ul", { class: "saved" });
  const draw = () => fill(list, savedPositions().map(({ name, address }) => h("li", { class: "row" },
    h("button", {
      class: "link", click: async () => {
        const position = await fromAddress(address);
        dialog.close();
        if (position) await app.openPosition(position);
      },
    }, name),
    h("button", { class: "chip quiet", "aria-label": `Forget ${name}`, click: () => { forgetPosition(name); draw(); } }, "×"))),
  savedPositions().length ? null : h("li", { class: "label" }, "none yet: “Take it with you…” saves one"));
  draw();
  return list;
}

function takeAway(app) {
  const dialog = $("dialog");
  const link = h("input", { readonly: true, value: location.href, "aria-label": "Link to this position" });
  const { position } = app.store;
  const name = h("input", { placeholder: [position.title, position.phase, position.company].filter(Boolean).join(" "), "aria-label": "Name of the saved position" });
  const kinds = [["toml", "TOML"], ["json", "JSON"], ["png", "PNG"], ["svg", "SVG"], ["pdf", "PDF"]];
  fill(dialog,
    h("h2", { id: "dialog-heading" }, "Take it with you"),
    h("p", {}, "The position is in the address of this page:"),
    h("div", { class: "row" }, link, h("button", {
      click: async () => {
        link.select();
        try { await navigator.clipboard.writeText(location.href); say("Copied."); } catch { say("Copy the marked text."); }
      },
    }, "Copy")),
    h("div", { class: "row" }, name, h("button", {
      click: () => { savePosition(name.value.trim() || name.placeholder, app.address); say("Saved: “Open…” lists it."); },
    }, "Save here")),
    h("div", { class: "chips" }, kinds.map(([format, name]) => h("button", {
      class: "chip", click: () => download(app, format),
    }, name))),
    h("button", { click: () => dialog.close() }, "Close"));
  dialog.showModal();
}

async function download(app, format) {
  const { position } = app.store;
  try {
    const file = await made(app, format);
    if (!file) return;
    const anchor = h("a", { href: URL.createObjectURL(file), download: `${position.title}-${position.company ?? "board"}.${format}` });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
  } catch (error) {
    say(error.message, true);
  }
}

const WIDE = 2400; // pixels of a PNG

/** Return the file, or nothing if it is printed: a PNG is painted here, from the SVG. */
async function made(app, format) {
  const saved = (kind) => askFile("save", { position: app.store.position, ...(app.tab.asks?.() ?? {}), format: kind });
  if (format === "png") return painted(await saved("svg"));
  try {
    return await saved(format);
  } catch (error) {
    if (error.status !== NOT_HERE || format !== "pdf") throw error;
    await printed(await saved("svg"));
    return null;
  }
}

const NOT_HERE = 501; // what makes a PDF is missing

async function drawing(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(svg.slice(0, svg.size, "image/svg+xml"));
  await image.decode();
  return image;
}

async function painted(svg) {
  const image = await drawing(svg);
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = Math.round(WIDE * image.naturalHeight / image.naturalWidth);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

/** Print the picture alone: browsers print into a PDF. */
async function printed(svg) {
  const image = await drawing(svg);
  image.id = "print";
  document.body.append(image);
  window.print();
  image.remove();
}
