import { onRefresh, replica, say } from "./page.js";
import { privacy } from "./privacy.js";

// Reads out what others say and feel to who does not see it beside their cursors.

/** Milliseconds for which a chat stands still before it is read out: words, not letters. */
const restTime = 1_000;

/**
 * What was heard of each member last, by its number.
 * @type {Map<number, {said: string | null, reaction: string | null,
 *     timer?: ReturnType<typeof setTimeout>}>}
 */
const heard = new Map();

onRefresh(() => {
    if (privacy.hidesOthers) return;
    const { member: own, members } = replica;
    for (const [number, { timer }] of heard) {
        if (members.byNumber.has(number)) continue;
        clearTimeout(timer);
        heard.delete(number);
    }
    for (const [number, { name, chat, reaction }] of members.byNumber) {
        if (number === own) continue;
        const before = heard.get(number) ?? { said: null, reaction: null };
        if (chat === before.said && reaction === before.reaction) continue;
        const who = name || "Someone";
        if (reaction && reaction !== before.reaction) say(`${who}: ${reaction}`);
        const next = { ...before, said: chat, reaction };
        if (chat !== before.said) {
            clearTimeout(before.timer);
            if (chat) next.timer = setTimeout(() => say(`${who}: ${chat}`), restTime);
        }
        heard.set(number, next);
    }
});
