import { displayText } from "../view/displayText.js";
import { extentOf } from "./extent.js";
import { emojiFonts } from "./fonts.js";

/** Pixels of a picture's side: more than any browser draws. */
const sideMax = 8_192;

/**
 * Draws a document as a PNG.
 *
 * @param {import("../model/Document.js").Document} document
 * @param {readonly import("../model/Emoji.js").Emoji[]} emojis
 * @param {string | null} background where the picture is to be had
 * @param {number} scale pixels for a unit: 1, 2 or 3; less where the picture would be too large
 * @returns {Promise<{blob: Blob, hasBackground: boolean}>} without the background when its server
 *     does not let others read it
 */
export async function drawPNG(document, emojis, background, scale) {
    const extent = extentOf(document, emojis);
    const factor = Math.min(scale, sideMax / extent.width, sideMax / extent.height);
    const canvas = window.document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(extent.width * factor));
    canvas.height = Math.max(1, Math.round(extent.height * factor));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser cannot draw pictures.");
    context.scale(factor, factor);
    context.translate(-extent.left, -extent.top);
    const picture = background && (await load(background));
    if (picture) drawBackground(context, picture, extent);
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
    return { blob, hasBackground: background === null || picture !== null };
}

/**
 * A picture that may be drawn from; null when its server keeps it for itself, or has none.
 * @param {string} url
 * @returns {Promise<HTMLImageElement | null>}
 */
function load(url) {
    return new Promise((resolve) => {
        const image = new Image();
        // Without leave a picture would taint the canvas, and nothing could be read from it.
        image.crossOrigin = "anonymous";
        image.onload = () => resolve(image);
        image.onerror = () => resolve(null);
        image.src = url;
    });
}

/**
 * As large as the view allows without being cut or distorted, as in the SVG.
 * @param {CanvasRenderingContext2D} context
 * @param {HTMLImageElement} picture
 * @param {import("./extent.js").Extent} extent
 */
function drawBackground(context, picture, { left, top, width, height }) {
    const { naturalWidth, naturalHeight } = picture;
    const factor = Math.min(width / naturalWidth, height / naturalHeight);
    const [across, down] = [naturalWidth * factor, naturalHeight * factor];
    const x = left + (width - across) / 2;
    context.drawImage(picture, x, top + (height - down) / 2, across, down);
}
