/**
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("../wire/readPresence.js").Gesture} Gesture
 * @typedef {{dx: number, dy: number, factor: number}} Transient
 */

/**
 * What gestures in flight do to what is shown, until they end: the model is untouched (H9).
 *
 * Gestures add up: two people may drag the same emoji.
 * @param {Iterable<Gesture>} gestures
 * @returns {Map<EmojiID, Transient>}
 */
export function transientsOf(gestures) {
    /** @type {Map<EmojiID, Transient>} */
    const transients = new Map();
    for (const gesture of gestures) {
        for (const id of gesture.ids) {
            const { dx, dy, factor } = transients.get(id) ?? { dx: 0, dy: 0, factor: 1 };
            transients.set(
                id,
                gesture.type === "move"
                    ? { dx: dx + gesture.dx, dy: dy + gesture.dy, factor }
                    : { dx, dy, factor: factor * gesture.factor },
            );
        }
    }
    return transients;
}
