import { drawGlyphs } from "../files/drawGlyphs.js";
import { drawPNG } from "../files/drawPNG.js";
import { writeEmojiArt } from "../files/writeEmojiArt.js";
import { writeSVG } from "../files/writeSVG.js";
import { embeddedPicture } from "../files/pictures.js";
import { isKept, keptPath } from "../model/background.js";
import { compareDrawing } from "../model/Emoji.js";
import { Dialog } from "./Dialog.js";
import { make, makeButton } from "./elements.js";

/**
 * Offers the document as a file (E1): what is selected if something is, else all. No selection, no
 * cursor and nothing else of the page is in it.
 * @param {import("./Editor.js").Editor} editor
 * @param {string} name of the document
 * @param {import("../store/Token.js").Token} token
 * @param {(text: string) => void} say
 */
export function showExport(editor, name, token, say) {
    const { document, selection } = editor;
    const chosen = selection.flatMap((id) => document.emojis.get(id) ?? []).sort(compareDrawing);
    const emojis = chosen.length > 0 ? chosen : document.drawingOrder;
    const what = chosen.length > 0 ? `${chosen.length} selected` : "All";
    /**
     * @param {string} ending
     * @param {string} type
     * @param {typeof writeSVG} write
     * @param {string} label
     */
    const text = (ending, type, write, label = ending.toUpperCase()) =>
        makeButton({ class: "main", text: label }, async () => {
            const { background } = document;
            const picture = isKept(background)
                ? await embeddedPicture(keptPath(background, name), token)
                : background;
            save(new Blob([write(document, emojis, picture)], { type }), `${name}.${ending}`);
            if (picture !== background && picture === null) {
                say("Exported without the background: it could not be loaded");
            }
            dialog.close();
        });
    const picture = (/** @type {number} */ scale) =>
        makeButton({ class: "main", text: `PNG ${scale}×` }, async () => {
            const { background } = document;
            const address = isKept(background)
                ? await token.pictureAddress(keptPath(background, name))
                : background;
            const { blob, hasBackground } = await drawPNG(document, emojis, address, scale);
            save(blob, `${name}.png`);
            if (!hasBackground) {
                say("Exported without the background: its server does not let the page read it");
            }
            dialog.close();
        });
    const dialog = new Dialog(
        "Export",
        make("p", { text: `${what} of ${name}` }),
        make(
            "div",
            { class: "choices" },
            text("emojiart", "application/json", writeEmojiArt),
            text("svg", "image/svg+xml", writeSVG),
            text("svg", "image/svg+xml", writeGlyphs, "SVG (emojis as images)"),
            ...[1, 2, 3].map(picture),
        ),
    );
}

/**
 * A drawing with the emojis of this browser's font (E3).
 * @type {typeof writeSVG}
 */
const writeGlyphs = (document, emojis = document.drawingOrder, background = document.background) =>
    writeSVG(document, emojis, background, drawGlyphs(emojis.map(({ text }) => text)));

/**
 * Has the browser save a file.
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
    const link = make("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    // The browser has begun to read it by the next turn.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
