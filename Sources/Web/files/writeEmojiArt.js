import { compareIDs } from "../model/emojiID.js";

/**
 * @typedef {import("../model/Document.js").Document} Document
 * @typedef {import("../model/Emoji.js").Emoji} Emoji
 */

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
