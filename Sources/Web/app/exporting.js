import { drawPNG, writeSVG } from "../files/drawings.js";
import { drawnPicture } from "../files/pictures.js";
import { documentName } from "../store/server.js";
import { isKept } from "../view/background.js";
import { make, makeButton } from "../view/elements.js";
import { Dialog } from "./Dialog.js";
import { alert, editor, replica } from "./page.js";

const isLeftOut = "Exported without the background: it is on another host, or cannot be loaded";

/**
 * Offers the document as a file (E1): what is selected if something is, else all. No selection, no
 * cursor and nothing else of the page is in it.
 */
export function showExport() {
    const { document, selected } = editor;
    const ids = selected.length > 0 ? selected.map(({ id }) => id) : null;
    const what = ids ? `${ids.length} selected` : "All";
    /**
     * Saves what is made with the background's picture, and says so when it is left out.
     * @param {string} label
     * @param {string} ending
     * @param {(picture: Picture | null) => Promise<Blob> | Blob} draw
     */
    const drawing = (label, ending, draw) =>
        makeButton({ class: "main", text: label }, async () => {
            const { background } = document;
            const picture = await drawnPicture(background);
            save(await draw(picture), ending);
            if (background !== null && !picture) alert(isLeftOut);
            dialog.close();
        });
    const svg = (/** @type {string} */ label, /** @type {boolean} */ hasGlyphs) =>
        drawing(label, "svg", (picture) => {
            const text = writeSVG(replica, ids, picture, hasGlyphs);
            return new Blob([text], { type: "image/svg+xml" });
        });
    const file = makeButton({ class: "main", text: "EMOJIART" }, async () => {
        const { background } = document;
        const isHere = isKept(background);
        const picture = isHere ? await drawnPicture(background) : null;
        const held = isHere ? (picture?.url ?? null) : background;
        const request = { ...(ids && { ids }), ...(held !== background && { image: held }) };
        const text = replica.core.text("writeFile", JSON.stringify(request)) ?? "";
        if (held !== background && !picture) {
            alert("Exported without the background: it could not be loaded");
        }
        save(new Blob([text], { type: "application/json" }), "emojiart");
        dialog.close();
    });
    const choices = make(
        "div",
        { class: "choices" },
        file,
        svg("SVG", false),
        svg("SVG (emojis as images)", true),
        ...[1, 2, 3].map((scale) =>
            drawing(`PNG ${scale}×`, "png", (picture) =>
                drawPNG(writeSVG(replica, ids, picture, false), scale),
            ),
        ),
    );
    const dialog = new Dialog("Export", make("p", { text: `${what} of ${documentName}` }), choices);
}

/** Has the browser save a file. */
function save(/** @type {Blob} */ blob, /** @type {string} */ ending) {
    const href = URL.createObjectURL(blob);
    make("a", { href, download: `${documentName}.${ending}` }).click();
    // The browser has begun to read it by the next turn.
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
