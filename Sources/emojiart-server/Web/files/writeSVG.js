import { extentOf } from "./extent.js";

const fonts = "Apple Color Emoji, Segoe UI Emoji, Noto Color Emoji, sans-serif";

/** @type {Record<string, string>} */
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/**
 * Writes a document as an SVG drawing, byte for byte as the server does.
 * @param {import("../model/Document.js").Document} document
 * @param {readonly import("../model/Emoji.js").Emoji[]} [emojis] all by default
 * @param {string | null} [background] an address that holds the picture, if the server keeps it
 * @returns {string}
 */
export function writeSVG(
    document,
    emojis = document.drawingOrder,
    background = document.background,
) {
    const { left, top, width, height } = extentOf(document, emojis);
    const lines = [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}">`,
    ];
    if (background !== null) {
        lines.push(
            `<image x="${left}" y="${top}" width="${width}" height="${height}"` +
                ` preserveAspectRatio="xMidYMid meet" href="${escaped(background)}"/>`,
        );
    }
    if (emojis.length > 0) {
        lines.push(`<g font-family="${fonts}" text-anchor="middle">`);
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
