import { extentOf } from "./extent.js";
import { emojiFonts } from "./fonts.js";

/** @typedef {import("./pictures.js").Picture} Picture */

/** @type {Record<string, string>} */
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/**
 * Writes a document as an SVG drawing, byte for byte as the server does.
 * @param {import("../model/Document.js").Document} document
 * @param {readonly import("../model/Emoji.js").Emoji[]} [emojis] all by default
 * @param {Picture | null} [picture] the background's, at an address that holds it
 * @param {Map<string, import("./drawGlyphs.js").Glyph> | null} [glyphs] emojis as pictures; as text
 *     they look as the viewer's font has them
 * @returns {string}
 */
export function writeSVG(
    document,
    emojis = document.drawingOrder,
    picture = null,
    glyphs = null,
) {
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
    if (glyphs) {
        lines.push(...pictures(emojis, glyphs));
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
 * @param {readonly import("../model/Emoji.js").Emoji[]} emojis
 * @param {Map<string, import("./drawGlyphs.js").Glyph>} glyphs
 */
function pictures(emojis, glyphs) {
    const names = new Map([...glyphs.keys()].map((text, index) => [text, `g${index}`]));
    const kept = [...glyphs].map(
        ([text, { address, left, top, width, height }]) =>
            `<image id="${names.get(text)}" x="${left}" y="${top}" width="${width}"` +
            ` height="${height}" href="${address}"><title>${escaped(text)}</title></image>`,
    );
    const used = emojis.map(
        ({ x, y, size, text }) =>
            `<use href="#${names.get(text)}"` +
            ` transform="translate(${x} ${0 - y}) scale(${(8 * size) / 10})"/>`,
    );
    return ["<defs>", ...kept, "</defs>", ...used];
}
