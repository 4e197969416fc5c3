import { Limits } from "./Limits.js";
import { byteCount } from "./utf8.js";

/** What can follow the first scalar besides emojis: joiner, variation, keycap, tags. */
const part = /^[\p{Emoji}\u200d\ufe0f\u20e3\u{e0020}-\u{e007f}]+$/u;
const emoji = /^\p{Emoji}$/u;
const presentation = /^\p{Emoji_Presentation}$/u;
const regionalIndicator = /[\u{1f1e6}-\u{1f1ff}]/gu;

/**
 * Why a text is not exactly one emoji, as a refusal's code; null when it is one.
 *
 * The rule is PROTOCOL.md's (OP28, section 6). A browser may know fewer emojis than the server:
 * then it is the stricter one.
 * @param {string} text
 * @returns {"text_too_long" | "not_emoji" | null}
 */
export function emojiTextFault(text) {
    if (byteCount(text) > Limits.textBytesMax) return "text_too_long";
    const scalars = [...text];
    if (scalars.length > Limits.textScalarsMax) return "text_too_long";
    return isOneEmoji(text, scalars) ? null : "not_emoji";
}

/**
 * @param {string} text
 * @param {string[]} scalars
 */
function isOneEmoji(text, scalars) {
    if (scalars.length === 0 || !part.test(text)) return false;
    const first = scalars[0];
    const last = scalars[scalars.length - 1];
    const indicators = text.match(regionalIndicator)?.length ?? 0;
    return (
        startsEmoji(first, last, scalars.includes("\ufe0f")) &&
        (indicators === 0 || (indicators === 2 && scalars.length === 2)) &&
        last !== "\u200d" &&
        graphemes(text).length === 1
    );
}

/**
 * @param {string} first
 * @param {string} last
 * @param {boolean} hasVariation
 */
function startsEmoji(first, last, hasVariation) {
    if (!emoji.test(first)) return false;
    if (first < "\u0080") return last === "\u20e3";
    const value = /** @type {number} */ (first.codePointAt(0));
    return value >= 0x238d || presentation.test(first) || hasVariation;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A text's grapheme clusters: what people take for one character each.
 * @param {string} text
 * @returns {string[]}
 */
export const graphemes = (text) => Array.from(segmenter.segment(text), (part) => part.segment);

/**
 * The emojis in a text, each once, in order; all else in it is left out.
 * @param {string} text
 * @returns {string[]}
 */
export const emojisIn = (text) =>
    [...new Set(graphemes(text))].filter((text) => emojiTextFault(text) === null);
