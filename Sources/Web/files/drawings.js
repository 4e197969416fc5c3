import { displayText, emojiFonts, part } from "../view/elements.js";
import { boxAround, boxOf, union } from "../view/Viewport.js";

/**
 * @typedef {import("../model/Document.js").Document} Document
 * @typedef {import("../model/Emoji.js").Emoji} Emoji
 * @typedef {import("./pictures.js").Picture} Picture
 */

/** Space around picture and emojis, in canvas units. */
const padding = 20;
/** Pixels of the font that glyphs are drawn in: emojis of most sizes are no larger. */
const fontSize = 160;
/** @type {Record<string, string>} */
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
/** Pixels of a picture's side: more than any browser draws. */
const sideMax = 8_192;
const namespace = "http://www.w3.org/2000/svg";

/**
 * The part that a drawing shows: a document's bounds if it has some, else the background's picture
 * and every emoji's square, or the centre without either, with some space around (EX2, EX3).
 * @param {Document} document
 * @param {readonly Emoji[]} emojis
 * @param {{width: number, height: number} | null} picture the background's, in units
 */
function extentOf({ canvas }, emojis, picture) {
    if (canvas) {
        const { width, height } = canvas;
        return { left: -width / 2, top: -height / 2, width, height };
    }
    const pictureBox = picture && boxAround(picture);
    return extentAround(union(boxOf(emojis), pictureBox) ?? boxAround({ width: 0, height: 0 }));
}

/**
 * A box with some space around.
 * @param {import("../view/Viewport.js").Box} box
 */
const extentAround = ({ left, right, top, bottom }) => ({
    left: left - padding,
    top: -top - padding,
    width: right - left + 2 * padding,
    height: top - bottom + 2 * padding,
});

/**
 * Writes a document as an SVG drawing, byte for byte as the server does.
 * @param {Document} document
 * @param {readonly Emoji[]} emojis
 * @param {Picture | null} picture the background's, at an address that holds it
 * @param {boolean} hasGlyphs whether emojis are pictures, in this browser's font, and look the same
 *     everywhere (E3); as text they look as the viewer's font has them
 */
export function writeSVG(document, emojis, picture, hasGlyphs) {
    const { left, top, width, height } = extentOf(document, emojis, picture);
    const lines = [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}">`,
    ];
    if (picture) {
        const { address, width, height } = picture;
        lines.push(
            `<image x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}"` +
                ` href="${escaped(address)}"/>`,
        );
    } else if (document.background !== null) {
        lines.push("<!-- The background is left out: it is on another host. -->");
    }
    if (hasGlyphs) {
        lines.push(...pictures(emojis));
    } else if (emojis.length > 0) {
        lines.push(`<g font-family="${emojiFonts}" text-anchor="middle">`);
        for (const { x, y, size, text } of emojis) {
            lines.push(
                `<text x="${x}" y="${0 - y}" font-size="${(8 * size) / 10}"` +
                    ` dominant-baseline="central">${escaped(text)}</text>`,
            );
        }
        lines.push("</g>");
    }
    return `${lines.join("\n")}\n</svg>\n`;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (character) => escapes[character]);

/**
 * Each picture stands there once, and is used where its emoji is.
 * @param {readonly Emoji[]} emojis
 */
function pictures(emojis) {
    const texts = [...new Set(emojis.map(({ text }) => text))];
    const kept = drawGlyphs(texts).map(
        ({ address, width, height }, index) =>
            `<image id="g${index}" x="${-width / 2}" y="${-height / 2}" width="${width}"` +
            ` height="${height}" href="${address}"><title>${escaped(texts[index])}</title></image>`,
    );
    const used = emojis.map(
        ({ x, y, size, text }) =>
            `<use href="#g${texts.indexOf(text)}"` +
            ` transform="translate(${x} ${0 - y}) scale(${(8 * size) / 10})"/>`,
    );
    return ["<defs>", ...kept, "</defs>", ...used];
}

/**
 * Emojis as pictures: their addresses, and their sizes in font sizes.
 * @param {string[]} texts
 */
function drawGlyphs(texts) {
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
        const [width, height] = [canvas.width / fontSize, canvas.height / fontSize];
        return { address: canvas.toDataURL("image/png"), width, height };
    });
}

/**
 * Draws a document as a PNG.
 * @param {Document} document
 * @param {readonly Emoji[]} emojis
 * @param {Picture | null} picture the background's
 * @param {number} scale pixels for a unit: 1, 2 or 3; less where the picture would be too large
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

/**
 * Puts the whole drawing in the place of the page while it is printed: a copy of what the canvas
 * shows, in an SVG that takes the sheet's size.
 * @param {import("../view/Stage.js").Stage} stage
 */
export function printDrawing(stage) {
    /** @type {Element | null} */
    let sheet = null;
    addEventListener("beforeprint", () => {
        sheet?.remove();
        sheet = makeSheet(stage);
        if (sheet) document.body.append(sheet);
    });
    addEventListener("afterprint", () => sheet?.remove());
}

/**
 * The drawing as an element; null when there is none.
 * @param {import("../view/Stage.js").Stage} stage
 */
function makeSheet(stage) {
    if (!stage.drawing) return null;
    const { left, top, width, height } = extentAround(stage.drawing);
    const copy = /** @type {HTMLElement} */ (part("#canvas .world").cloneNode(true));
    copy.style.transform = `translate(${-left}px, ${-top}px)`;
    const svg = document.createElementNS(namespace, "svg");
    svg.classList.add("print");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const content = document.createElementNS(namespace, "foreignObject");
    content.setAttribute("width", String(width));
    content.setAttribute("height", String(height));
    content.append(copy);
    svg.append(content);
    return svg;
}
