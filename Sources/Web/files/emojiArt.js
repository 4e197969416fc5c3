import { backgroundFault } from "../model/background.js";
import { compareIDs } from "../model/emojiID.js";
import { emojiTextFault } from "../model/emojiText.js";
import { Limits } from "../model/Limits.js";

/**
 * @typedef {import("../model/Document.js").Document} Document
 * @typedef {import("../model/Emoji.js").Emoji} Emoji
 */

/** Why a file cannot be imported: it names the field. */
export class FileError extends Error {}

/**
 * Reads an `.emojiart` file of 2020, 2021 or 2023; which, is seen from its fields. Unknown fields
 * are ignored, and `null` counts as absent. In what it returns y points up; the background may be a
 * `data:` address that is longer than a document's.
 * @param {string} text
 * @throws {FileError}
 */
export function readEmojiArt(text) {
    const file = parse(text);
    if (file.url != null && file.uniqueEmojiId == null) {
        throw new FileError(
            "A file of 2017 cannot be imported: its positions depend on the picture's size.",
        );
    }
    const fields = file.emojis;
    if (!Array.isArray(fields)) throw new FileError("emojis must be an array");
    if (fields.length > Limits.emojisMax) {
        throw new FileError(`emojis must have at most ${Limits.emojisMax} items`);
    }
    return {
        background: readBackground(file),
        emojis: fields.map((field, index) => readEmoji(field, `emojis[${index}]`)),
    };
}

/**
 * @param {string} text
 * @returns {Record<string, any>}
 */
function parse(text) {
    try {
        const file = JSON.parse(text);
        if (typeof file === "object" && file !== null && !Array.isArray(file)) return file;
    } catch {
        // It is said below.
    }
    throw new FileError("This is not an .emojiart file.");
}

/**
 * @param {any} field
 * @param {string} path
 */
function readEmoji(field, path) {
    const pointsUp = field?.position != null;
    const text = pointsUp ? field.string : field?.text;
    const name = pointsUp ? "string" : "text";
    if (typeof text !== "string" || emojiTextFault(text)) {
        throw new FileError(`${path}.${name} must be one emoji`);
    }
    const place = pointsUp ? field.position : field;
    const at = pointsUp ? `${path}.position` : path;
    const x = whole(place.x, -Limits.coordinateMax, Limits.coordinateMax, `${at}.x`);
    const y = whole(place.y, -Limits.coordinateMax, Limits.coordinateMax, `${at}.y`);
    // The app can shrink an emoji to a size of 0, where nobody can see it or get hold of it.
    const size = whole(field.size, 0, Limits.sizeMax, `${path}.size`);
    return { text, x, y: pointsUp ? y : 0 - y, size: Math.max(size, Limits.sizeMin) };
}

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @param {string} path
 */
function whole(value, least, most, path) {
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) {
        return value;
    }
    throw new FileError(`${path} must be a whole number from ${least} to ${most}`);
}

/** @param {Record<string, any>} file */
function readBackground({ background, backgroundURL }) {
    const value = backgroundURL ?? background;
    if (value == null) return null;
    if (typeof value === "string") return checkedURL(value);
    // Swift's own coding of an enumeration, or the one written by hand in older versions.
    const url = value.url?._0 ?? value.theURL;
    if (typeof url === "string") return checkedURL(url);
    const data = value.imageData?._0 ?? value.imageData;
    return typeof data === "string" ? checkedURL(imageOf(data)) : null;
}

/** @type {[string, string][]} the bytes that images begin with, in base64, and their kinds */
const kinds = [
    ["iVBORw0KGgo", "png"],
    ["/9j/", "jpeg"],
    ["R0lGOD", "gif"],
    ["UklGR", "webp"],
];

/** @param {string} base64 */
function imageOf(base64) {
    const kind = kinds.find(([start]) => base64.startsWith(start));
    if (!kind) throw new FileError("background.imageData must be a PNG, JPEG, GIF or WebP image");
    return `data:image/${kind[1]};base64,${base64}`;
}

/** @param {string} url */
function checkedURL(url) {
    if (!backgroundFault(url) || pictureOf(url)) return url;
    throw new FileError(
        `background must be an http, https or data:image URL of at most ` +
            `${Limits.backgroundBytesMax} bytes, or a picture in base64`,
    );
}

/**
 * The picture behind a `data:` address; null when it is another.
 * @param {string} address
 */
export function pictureOf(address) {
    const found = /^data:(image\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/]+=*)$/.exec(address);
    if (!found) return null;
    try {
        const bytes = Uint8Array.from(atob(found[2]), (character) => character.charCodeAt(0));
        return new Blob([bytes], { type: found[1] });
    } catch {
        return null;
    }
}

/**
 * Writes a document as a `.emojiart` file of 2023, byte for byte as the server does: keys sorted,
 * and ids as its importer expects them.
 *
 * When all emojis are one client's and were never rearranged, that client's counters are the ids;
 * else the emojis are numbered from 1 in drawing order.
 * @param {Document} document
 * @param {readonly Emoji[]} emojis those to be written
 * @param {string | null} background an address that holds the picture, if the server keeps it
 */
export function writeEmojiArt(document, emojis, background) {
    const counters = fileCounters(document, emojis);
    return JSON.stringify({
        ...(background !== null && { background }),
        emojis: emojis.map(({ counter, text, x, y, size }, index) => ({
            id: counters === null ? index + 1 : counter,
            position: { x, y },
            size,
            string: text,
        })),
        uniqueEmojiId: counters ?? emojis.length,
    });
}

/**
 * @param {Document} document
 * @param {readonly Emoji[]} emojis
 */
function fileCounters(document, emojis) {
    const [first] = emojis;
    if (!first) return document.counters.size === 1 ? [...document.counters.values()][0] : null;
    const isOneClients = emojis.every(
        ({ client, id }, index) =>
            client === first.client && (index === 0 || compareIDs(emojis[index - 1].id, id) < 0),
    );
    return isOneClients ? (document.counters.get(first.client) ?? null) : null;
}
