import { Core } from "./Core.js";

/** The compiled core, which start.js has begun to fetch. */
export const module = await /** @type {any} */ (globalThis).emojiartCore;

/** An instance without a document, for the rules of texts and files. */
export const rules = new Core(module);

/**
 * @typedef {{id: string, name: string, emojis: string[]}} Palette a named row of emojis to choose
 *     from
 * @type {{limits: Record<string, number>, palettes: Omit<Palette, "id">[]}}
 */
const constants = rules.json("constants");

/** The bounds of Protocol/PROTOCOL.md, section 9, as far as a page meets them. */
export const Limits = Object.freeze(constants.limits);

/** @returns {Palette[]} the palettes that every browser begins with: those of the EmojiArt app */
export const builtInPalettes = () =>
    constants.palettes.map(({ name, emojis }) => ({ id: name, name, emojis: [...emojis] }));

/** @returns {string[]} the emojis in a text, each once, in order; all else in it is left out */
export const emojisIn = (/** @type {string} */ text) => rules.json("emojisIn", text);

/** A text without the characters that a name or a chat may not hold (CM2). */
export const plainText = (/** @type {string} */ text) => rules.text("plainText", text) ?? "";

/** Whether a text may be a member's name. */
export const isName = (/** @type {string} */ text) => rules.call("isName", text) === 1;

/** Whether a text can be a background (OP21, OP22). */
export const isBackground = (/** @type {string} */ text) => rules.call("isBackground", text) === 1;

/** Why a file cannot be imported: it names the field. */
export class FileError extends Error {}

/**
 * Reads an `.emojiart` file of 2020, 2021 or 2023. The background is an address; `image`, one that
 * holds a picture which is too large for that.
 * @returns {{background?: string, image?: string,
 *     emojis: {text: string, x: number, y: number, size: number}[]}}
 * @throws {FileError}
 */
export function readFile(/** @type {string} */ text) {
    const file = rules.json("readFile", text);
    if (file.error !== undefined) throw new FileError(file.error);
    return file;
}
