/**
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("../wire/readPresence.js").Cursor} Cursor
 * @typedef {import("../wire/readPresence.js").Gesture} Gesture
 *
 * @typedef {{client: number | null, name: string, colour: string, selection: EmojiID[],
 *     cursor: Cursor | null, gesture: Gesture | null}
 *     & import("../wire/readPresence.js").Signals} Member who it is, and what it shares
 */

/**
 * The signals of whoever has just joined (PR22).
 * @type {import("../wire/readPresence.js").Signals}
 */
export const firstSignals = Object.freeze({
    view: null,
    activity: "active",
    chat: null,
    reaction: null,
    laser: false,
});

/**
 * Where a member is: at its cursor, else in the middle of its view; null when it tells neither.
 * @param {Member} member
 * @returns {Cursor | null}
 */
export const spotOf = ({ cursor, view }) => cursor ?? (view && { x: view.x, y: view.y });

/** The members of now, and what they share: as the server told it last. */
export class Members {
    /**
     * The members by number.
     * @type {Map<number, Member>}
     */
    byNumber = new Map();

    /**
     * Takes in what changed (PR2, PR7).
     * @param {import("../wire/readServerMessage.js").PresenceUpdate} update
     */
    receive({ full, members = [], left = [] }) {
        if (full) this.byNumber.clear();
        for (const { member: number, ...patch } of members) {
            const known = this.byNumber.get(number);
            if (patch.name !== undefined && patch.colour !== undefined) {
                const { name, colour, client = null } = patch;
                this.byNumber.set(number, {
                    ...{ client, name, colour },
                    ...{ selection: [], cursor: null, gesture: null, ...firstSignals },
                    ...shared(patch),
                });
            } else if (known) {
                this.byNumber.set(number, { ...known, ...shared(patch) });
            }
        }
        for (const number of left) this.byNumber.delete(number);
    }

    /**
     * An edit ends its member's gesture (PR9).
     * @param {number} client
     * @returns {boolean} whether it had one
     */
    endGesture(client) {
        for (const [number, member] of this.byNumber) {
            if (member.client !== client || !member.gesture) continue;
            this.byNumber.set(number, { ...member, gesture: null });
            return true;
        }
        return false;
    }

    /**
     * A delete leaves every selection (PR11).
     * @param {Set<EmojiID>} deleted
     */
    deselect(deleted) {
        for (const [number, member] of this.byNumber) {
            if (!member.selection.some((id) => deleted.has(id))) continue;
            const selection = member.selection.filter((id) => !deleted.has(id));
            this.byNumber.set(number, { ...member, selection });
        }
    }
}

/**
 * The fields of a patch that are there.
 * @param {import("../wire/readPresence.js").PresencePatch} patch
 */
const shared = ({ selection, cursor, gesture, view, activity, chat, reaction, laser }) => ({
    ...(selection !== undefined && { selection }),
    ...(cursor !== undefined && { cursor }),
    ...(gesture !== undefined && { gesture }),
    ...(view !== undefined && { view }),
    ...(activity !== undefined && { activity }),
    ...(chat !== undefined && { chat }),
    ...(reaction !== undefined && { reaction }),
    ...(laser !== undefined && { laser }),
});
