import { FileError, readFile } from "../core/module.js";
import { imageURL } from "../files/imageURL.js";
import { fittingPicture, keepPicture, PictureError, pictureOf } from "../files/pictures.js";
import { hostElsewhere, isDrawing } from "../view/background.js";
import { chooseFile, makeButton, part } from "../view/elements.js";
import { ask } from "./Dialog.js";
import { alert, editor, say, stage } from "./page.js";

// What comes from outside: a background by address, and files, dropped, pasted or chosen.

/** Bytes of a file that is worth reading: 100,000 emojis and a picture are below. */
const bytesMax = 32 << 20;

const stateLine = part(".background-state");

stage.background.onChange = showBackground;
stage.element.addEventListener("dragover", (event) => {
    if (!event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
});
stage.element.addEventListener("drop", (event) => {
    event.preventDefault();
    const data = event.dataTransfer;
    // Only the first usable item counts (L11-4).
    if (data?.files.length) void takeFile(data.files[0]);
    else setBackgroundOf(data?.getData("text/uri-list") || data?.getData("text/plain") || "");
});

/** Sets the background that a text stands for; whether it stands for one. */
export function setBackgroundOf(/** @type {string} */ text) {
    const url = imageURL(text);
    if (url === null) return false;
    // Who chose it has seen where it is.
    stage.background.allow(url);
    editor.edit({ type: "background", url });
    return true;
}

/** Asks for an address; none takes the background away. */
export function askBackground() {
    const { background } = editor.document;
    const choose = makeButton({ text: "Choose a picture…" }, () => {
        dialog.close();
        // A phone offers its camera as well (O21-1).
        chooseFile("image/*", (file) => void upload(file));
    });
    const take = (/** @type {string} */ text) => {
        if (text === "") {
            if (background !== null) editor.edit({ type: "background", url: null });
            return null;
        }
        if (setBackgroundOf(text)) return null;
        return "Use a URL that starts with http, https or data:image.";
    };
    const dialog = ask("Background", "Picture URL", background ?? "", take, choose);
}

/** Has the server keep a picture, and makes it the background. */
export async function upload(/** @type {Blob} */ file) {
    showState("Uploading the picture…", "fetching");
    try {
        const url = await keepPicture(await fittingPicture(file));
        editor.edit({ type: "background", url });
    } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        alert(error.message);
    } finally {
        showBackground();
    }
}

function showState(/** @type {string} */ text, /** @type {string} */ state) {
    stateLine.hidden = false;
    stateLine.textContent = text;
    stateLine.dataset.state = state;
}

/** What is being fetched, or has failed; the emojis stay as they are (L12-3, L14-2). */
function showBackground() {
    const { background } = stage;
    const { state } = background;
    const url = background.url ?? "";
    const name = url.slice(0, 80);
    if (state === "asking") {
        showState(`The background is a picture on ${hostElsewhere(url)}. `, state);
        stateLine.append(makeButton({ text: "Show it" }, () => background.allow(url)));
    } else if (state === "fetching") {
        showState("Loading the background…", state);
    } else if (state === "failed") {
        showState(`Background not loaded: ${name}`, state);
        alert(`Cannot load the background: ${name}`);
    } else {
        stateLine.hidden = true;
    }
    if (state === "found") stage.fit();
}

/** Has the person choose a file to bring into the document. */
export const chooseImport = () =>
    chooseFile(".emojiart,application/json", (file) => void takeFile(file));

/** @param {File} file */
async function takeFile(file) {
    if (file.type.startsWith("image/")) return upload(file);
    if (file.size > bytesMax) return alert(`${file.name} is too large.`);
    try {
        const { background, image, emojis } = readFile(await file.text());
        // A picture that is too large for an address, or a drawing, is one for the server.
        const held = image ?? (background && isDrawing(background) ? background : undefined);
        const picture = held === undefined ? null : pictureOf(held);
        if (picture) await upload(picture);
        else if (background) editor.edit({ type: "background", url: background });
        const added = editor.add(emojis);
        say(`${added.length} of ${emojis.length} emojis imported`);
        stage.fit();
    } catch (error) {
        if (!(error instanceof FileError)) throw error;
        alert(`${file.name}: ${error.message}`);
    }
}
