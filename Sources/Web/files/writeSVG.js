import { displayText, emojiFonts } from "../view/looks.js";
import { extentOf } from "./extent.js";

/**
 * @typedef {import("../model/Emoji.js").Emoji} Emoji
 * @typedef {import("./pictures.js").Picture} Picture
 */

/** Pixels of the font that glyphs are drawn in: emojis of most sizes are no larger. */
const fontSize = 160;

/** @type {Record<string, string>} */
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/**
 * Writes a document as an SVG drawing, byte for byte as the server does.
 * @param {import("../model/Document.js").Document} document
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
