/**
 * @typedef {import("../sync/Replica.js").Replica} Replica
 * @typedef {{said: string | null, timer?: ReturnType<typeof setTimeout>,
 *     reaction: string | null}} Heard
 */

/** Milliseconds for which a chat stands still before it is read out: words, not letters. */
const restTime = 1_000;

/** Reads out what others say and feel to who does not see it beside their cursors. */
export class Hearing {
    /**
     * What was heard of each member last, by its number.
     * @type {Map<number, Heard>}
     */
    #heard = new Map();

    /**
     * @param {Replica} replica
     * @param {(text: string) => void} say
     */
    constructor(replica, say) {
        this.replica = replica;
        this.say = say;
    }

    /** Looks for what is new. */
    listen() {
        const { member: own, members } = this.replica;
        for (const [number, { timer }] of this.#heard) {
            if (members.byNumber.has(number)) continue;
            clearTimeout(timer);
            this.#heard.delete(number);
        }
        for (const [number, { name, chat, reaction }] of members.byNumber) {
            if (number === own) continue;
            const heard = this.#heard.get(number);
            if (!heard && !chat && !reaction) continue;
            const { said = null, reaction: before = null, timer } = heard ?? {};
            if (chat === said && reaction === before) continue;
            const who = name || "Someone";
            if (reaction && reaction !== before) this.say(`${who}: ${reaction}`);
            /** @type {Heard} */
            const next = { said: chat, reaction, timer };
            if (chat !== said) {
                clearTimeout(timer);
                if (chat) next.timer = setTimeout(() => this.say(`${who}: ${chat}`), restTime);
            }
            this.#heard.set(number, next);
        }
    }
}
