// The first page: a game that is pasted, dropped or chosen goes to the board; so does an old link.

import { $ } from "./dom.js";
import { handOver } from "./kept.js";

if (location.hash.length > 1) location.replace(`board.html${location.hash}`);

async function judge(text) {
  if (!text.trim()) return;
  if (await handOver(text)) location.href = "board.html";
  else $("said").textContent = "This browser keeps nothing from page to page: open the board, and drop the file there.";
}

$("judge").addEventListener("click", () => judge($("paste").value));
$("choose").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", async () => judge(await $("file").files[0].text()));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) judge(await file.text());
});

if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("../offline.js", import.meta.url)).catch(() => {});
