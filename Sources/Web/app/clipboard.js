import { emojisIn, FileError, Limits, readFile } from "../core/module.js";
import { setBackgroundOf, upload } from "./importing.js";
import { isTaken } from "./keys.js";
import { editor, replica, stage } from "./page.js";

// Cut, copy and paste between canvases, and with other programs: the clipboard holds the emojis as
// a `.emojiart` file of 2023, and as text.

/** How far from its original a copy is put, in document units, right and down. */
const step = 20;

/** How often the same was pasted here: each further away. */
let count = 0;
let last = "";

/** Where a text is selected or typed the clipboard is the browser's. */
const isHere = () =>
    !isTaken(document.activeElement) && (document.getSelection()?.isCollapsed ?? true);

document.addEventListener("copy", (event) => isHere() && copy(event));
document.addEventListener("cut", (event) => {
    if (isHere() && copy(event)) editor.deleteSelection();
});
document.addEventListener("paste", (event) => isHere() && paste(event));

/** @param {ClipboardEvent} event */
function copy(event) {
    const emojis = editor.selected;
    if (emojis.length === 0 || !event.clipboardData) return false;
    event.preventDefault();
    const request = { ids: editor.selection, image: null };
    const file = replica.core.text("writeFile", JSON.stringify(request)) ?? "";
    event.clipboardData.setData("application/json", file);
    event.clipboardData.setData("text/plain", emojis.map(({ text }) => text).join(""));
    last = "";
    return true;
}

/** @param {ClipboardEvent} event */
function paste(event) {
    const data = event.clipboardData;
    if (!data) return;
    const file = data.getData("application/json");
    const text = data.getData("text/plain");
    if (setBackgroundOf(text)) return event.preventDefault();
    const picture = [...data.files].find(({ type }) => type.startsWith("image/"));
    if (picture) {
        event.preventDefault();
        return void upload(picture);
    }
    const copied = readCopied(file) ?? inARow(emojisIn(text));
    if (copied.length === 0) return;
    event.preventDefault();
    count = last === file + text ? count + 1 : 1;
    last = file + text;
    const away = step * count;
    const added = editor.add(
        copied.map(({ text, x, y, size }) => ({ text, x: x + away, y: y - away, size })),
    );
    editor.select(added);
}

/** Emojis of a text, beside one another in the middle of the view. */
function inARow(/** @type {string[]} */ texts) {
    const { viewport } = stage;
    const size = Limits.sizeDefault / viewport.zoom;
    const { x, y } = viewport.toDocument(viewport.middle);
    const start = x - ((texts.length - 1) * size) / 2;
    return texts.map((text, index) => ({ text, x: start + index * size, y, size }));
}

/** Reads what `copy` wrote; null when it is something else. */
function readCopied(/** @type {string} */ file) {
    try {
        return readFile(file).emojis;
    } catch (error) {
        if (error instanceof FileError) return null;
        throw error;
    }
}
