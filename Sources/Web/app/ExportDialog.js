import { drawGlyphs } from "../files/drawGlyphs.js";
import { drawPNG } from "../files/drawPNG.js";
import { writeEmojiArt } from "../files/writeEmojiArt.js";
import { writeSVG } from "../files/writeSVG.js";
import { drawnPicture } from "../files/pictures.js";
import { isKept } from "../model/background.js";
import { compareDrawing } from "../model/Emoji.js";
import { Dialog } from "./Dialog.js";
import { make, makeButton } from "./elements.js";

/** @typedef {import("../files/pictures.js").Picture} Picture */

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
    /** Saves what is made of the background's picture, and says so when it is left out. */
    const button = (
        /** @type {string} */ label,
        /** @type {string} */ ending,
        /** @type {(picture: Picture | null) => Promise<Blob>} */ make,
    ) =>
        makeButton({ class: "main", text: label }, async () => {
            const { background } = document;
            const picture = await drawnPicture(background, name, token);
            save(await make(picture), `${name}.${ending}`);
            if (background !== null && !picture) {
                say("Exported without the background: it is on another host, or cannot be loaded");
            }
            dialog.close();
        });
    const svg = (/** @type {string} */ text) => new Blob([text], { type: "image/svg+xml" });
    const file = makeButton({ class: "main", text: "EMOJIART" }, async () => {
        const { background } = document;
        const isHere = isKept(background);
        const picture = isHere ? await drawnPicture(background, name, token) : null;
        const held = isHere ? (picture?.address ?? null) : background;
        const text = writeEmojiArt(document, emojis, held);
        if (held !== background && !picture) {
            say("Exported without the background: it could not be loaded");
        }
        save(new Blob([text], { type: "application/json" }), `${name}.emojiart`);
        dialog.close();
    });
    const dialog = new Dialog(
        "Export",
        make("p", { text: `${what} of ${name}` }),
        make(
            "div",
            { class: "choices" },
            file,
            button("SVG", "svg", async (picture) => svg(writeSVG(document, emojis, picture))),
            button("SVG (emojis as images)", "svg", async (picture) => {
                // The emojis of this browser's font (E3).
                const glyphs = drawGlyphs(emojis.map(({ text }) => text));
                return svg(writeSVG(document, emojis, picture, glyphs));
            }),
            ...[1, 2, 3].map((scale) =>
                button(`PNG ${scale}×`, "png", (picture) =>
                    drawPNG(document, emojis, picture, scale),
                ),
            ),
        ),
    );
}

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
