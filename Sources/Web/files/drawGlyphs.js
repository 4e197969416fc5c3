import { displayText } from "../view/displayText.js";
import { emojiFonts } from "./fonts.js";

/** Pixels of the font that glyphs are drawn in: emojis of most sizes are no larger. */
const fontSize = 160;

/**
 * An emoji as a picture: its address, and where it lies about the emoji's middle, in font sizes.
 * @typedef {{address: string, left: number, top: number, width: number, height: number}} Glyph
 */

/**
 * Draws emojis in this browser's font, for a drawing that looks the same everywhere (E3).
 * @param {Iterable<string>} texts
 * @returns {Map<string, Glyph>}
 */
export function drawGlyphs(texts) {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("This browser cannot draw pictures.");
    const glyphs = new Map();
    for (const text of new Set(texts)) {
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
        const address = canvas.toDataURL("image/png");
        glyphs.set(text, { address, left: -width / 2, top: -height / 2, width, height });
    }
    return glyphs;
}
