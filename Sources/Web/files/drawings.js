import { displayText, emojiFonts } from "../view/elements.js";

/** Pixels of the font that glyphs are drawn in: emojis of most sizes are no larger. */
const fontSize = 160;
/** Pixels of a picture's side: more than any browser draws. */
const sideMax = 8_192;

/**
 * Writes a document as an SVG drawing, byte for byte as the server does.
 * @param {Replica} replica
 * @param {string[] | null} ids of the emojis; null for all
 * @param {Picture | null} picture the background's
 * @param {boolean} hasGlyphs whether emojis are pictures, in this browser's font, and look the same
 *     everywhere (E3); as text they look as the viewer's font has them
 */
export function writeSVG({ core, view }, ids, picture, hasGlyphs) {
    const texts = new Set([...view.emojis.values()].map(({ text }) => text));
    const request = {
        ...(ids && { ids }),
        ...(picture && { picture }),
        ...(hasGlyphs && { glyphs: drawGlyphs([...texts]) }),
    };
    return core.text("writeSVG", JSON.stringify(request)) ?? "";
}

/** Emojis as pictures. */
function drawGlyphs(/** @type {string[]} */ texts) {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("This browser cannot draw pictures.");
    return texts.map((text) => {
        const glyph = displayText(text);
        context.font = `${fontSize}px ${emojiFonts}`;
        const box = context.measureText(glyph);
        const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = box;
        canvas.width = Math.max(1, Math.ceil(box.width));
        canvas.height = Math.max(1, Math.ceil(above + below));
        // A canvas of another size has forgotten its font.
        context.font = `${fontSize}px ${emojiFonts}`;
        context.fillText(glyph, 0, above);
        const { width, height } = canvas;
        return { text, url: canvas.toDataURL("image/png"), width, height };
    });
}

/**
 * Draws an SVG drawing as a PNG.
 * @param {string} svg
 * @param {number} scale pixels for a unit: 1, 2 or 3; less where the picture would be too large
 */
export async function drawPNG(svg, scale) {
    const drawing = parse(svg);
    const { width, height } = drawing.viewBox.baseVal;
    const factor = Math.min(scale, sideMax / width, sideMax / height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * factor));
    canvas.height = Math.max(1, Math.round(height * factor));
    drawing.setAttribute("width", String(canvas.width));
    drawing.setAttribute("height", String(canvas.height));
    const text = new XMLSerializer().serializeToString(drawing);
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    try {
        const image = new Image();
        image.src = address;
        await image.decode();
        canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    } finally {
        URL.revokeObjectURL(address);
    }
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!(blob instanceof Blob)) throw new Error("The picture is too large for this browser.");
    return blob;
}

/** @returns {SVGSVGElement} */
const parse = (/** @type {string} */ svg) =>
    /** @type {any} */ (new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);

/**
 * Puts the whole drawing in the place of the page while it is printed: an SVG that takes the
 * sheet's size.
 */
export function printDrawing(/** @type {import("../view/Stage.js").Stage} */ stage) {
    /** @type {Element | null} */
    let sheet = null;
    addEventListener("beforeprint", () => {
        sheet?.remove();
        sheet = null;
        if (!stage.drawing) return;
        const { element, box } = stage.background;
        const { naturalWidth: width, naturalHeight: height, src: url } = element;
        const picture = box && { url, width, height };
        sheet = parse(writeSVG(stage.replica, null, picture, false));
        sheet.classList.add("print");
        document.body.append(sheet);
    });
    addEventListener("afterprint", () => sheet?.remove());
}
