import { displayText, emojiFonts } from "../view/looks.js";
import { extentOf } from "./extent.js";

/** Pixels of a picture's side: more than any browser draws. */
const sideMax = 8_192;

/**
 * Draws a document as a PNG.
 *
 * @param {import("../model/Document.js").Document} document
 * @param {readonly import("../model/Emoji.js").Emoji[]} emojis
 * @param {import("./pictures.js").Picture | null} picture the background's
 * @param {number} scale pixels for a unit: 1, 2 or 3; less where the picture would be too large
 * @returns {Promise<Blob>}
 */
export async function drawPNG(document, emojis, picture, scale) {
    const extent = extentOf(document, emojis, picture);
    const factor = Math.min(scale, sideMax / extent.width, sideMax / extent.height);
    const canvas = window.document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(extent.width * factor));
    canvas.height = Math.max(1, Math.round(extent.height * factor));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser cannot draw pictures.");
    context.scale(factor, factor);
    context.translate(-extent.left, -extent.top);
    if (picture) {
        const { image, width, height } = picture;
        context.drawImage(image, -width / 2, -height / 2, width, height);
    }
    context.textAlign = "center";
    for (const { x, y, size, text } of emojis) {
        context.font = `${(8 * size) / 10}px ${emojiFonts}`;
        const glyph = displayText(text);
        // The middle of what is drawn, as in the SVG: that of the font is elsewhere.
        const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } =
            context.measureText(glyph);
        context.fillText(glyph, x, (above - below) / 2 - y);
    }
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!(blob instanceof Blob)) throw new Error("The picture is too large for this browser.");
    return blob;
}
