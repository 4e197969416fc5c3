import { spotOf } from "../sync/Members.js";
import { displayText } from "./displayText.js";

/**
 * @typedef {import("../sync/Members.js").Member} Member
 * @typedef {import("./Viewport.js").Viewport} Viewport
 */

/** Milliseconds for which a reaction is to be seen, whatever its sender does. */
export const reactionTime = 2_000;

/** Reactions: each floats up from who had it, once (P10). */
export class ReactionLayer {
    /**
     * What each member's reaction was when it was looked at last.
     * @type {Map<number, string>}
     */
    #seen = new Map();

    /** @param {HTMLElement} element */
    constructor(element) {
        this.element = element;
    }

    /**
     * @param {Viewport} viewport
     * @param {Map<number, Member>} members
     */
    show(viewport, members) {
        for (const [number, member] of members) {
            if (member.reaction && this.#seen.get(number) !== member.reaction) {
                this.#float(viewport, member, member.reaction);
            }
        }
        this.#seen.clear();
        for (const [number, { reaction }] of members) {
            if (reaction) this.#seen.set(number, reaction);
        }
    }

    /**
     * @param {Viewport} viewport
     * @param {Member} member
     * @param {string} reaction
     */
    #float(viewport, member, reaction) {
        const spot = spotOf(member);
        if (!spot) return;
        const { x, y } = viewport.toScreen(spot);
        const element = document.createElement("div");
        element.className = "reaction";
        element.textContent = displayText(reaction);
        element.style.left = `${x}px`;
        element.style.top = `${y}px`;
        this.element.append(element);
        setTimeout(() => element.remove(), reactionTime);
    }
}
