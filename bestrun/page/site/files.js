// Files in and out: dropped, pasted, chosen; downloads and the link to share.

import { ask, askFile } from "./api.js";
import { $, fill, h, say } from "./dom.js";

/** Let files be dropped anywhere, and the position be taken away. */
export function setUpFiles(app) {
  const drop = $("drop");
  app.openText = (text) => openText(app, text);
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
  $("open").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    if (file) await openText(app, await file.text());
    $("file").value = "";
  });
  $("take").addEventListener("click", () => takeAway(app));
}

/** Open what a file says: a position in JSON or TOML, a case, or an exported game. */
async function openText(app, text) {
  try {
    const told = await ask("open", { text });
    if (told.game) {
      await openGame(app, JSON.parse(text));
      return;
    }
    await app.openPosition(told.position);
    say("Opened.");
  } catch (error) {
    say(error.message, true);
  }
}

async function openGame(app, game) {
  if (app.facts?.family !== "18xx") await app.newPosition("1844");
  const tab = app.tabs.find((each) => each.name === "Game");
  app.choose(tab);
  await tab.open(game);
}

function takeAway(app) {
  const dialog = $("dialog");
  const link = h("input", { readonly: true, value: location.href, "aria-label": "Link to this position" });
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
    h("div", { class: "chips" }, kinds.map(([format, name]) => h("button", {
      class: "chip", click: () => download(app, format),
    }, name))),
    h("button", { click: () => dialog.close() }, "Close"));
  dialog.showModal();
}

async function download(app, format) {
  const { position } = app.store;
  try {
    const question = { position, format, ...(app.tab.asks?.() ?? {}) };
    const file = await askFile("save", question);
    const anchor = h("a", { href: URL.createObjectURL(file), download: `${position.title}-${position.company ?? "board"}.${format}` });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
  } catch (error) {
    say(error.message, true);
  }
}
