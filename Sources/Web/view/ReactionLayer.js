import { spotOf } from "../sync/Members.js";
import { make } from "./elements.js";
import { displayText } from "./looks.js";

/** Milliseconds for which a reaction is to be seen, whatever its sender does. */
const reactionTime = 2_000;

/** Reactions: each floats up from who had it, once (P10). */
export class ReactionLayer {
    /**
     * What each member's reaction was when it was looked at last.
     * @type {Map<number, string | null>}
     */
    #seen = new Map();

    /** @param {HTMLElement} element */
    constructor(element) {
        this.element = element;
    }

    /**
     * @param {import("./Viewport.js").Viewport} viewport
     * @param {Map<number, import("../sync/Members.js").Member>} members
     */
    show(viewport, members) {
        for (const [number, member] of members) {
            const { reaction } = member;
            const spot = spotOf(member);
            if (!reaction || !spot || this.#seen.get(number) === reaction) continue;
            const { x, y } = viewport.toScreen(spot);
            const element = make("div", { class: "reaction", text: displayText(reaction) });
            element.style.left = `${x}px`;
            element.style.top = `${y}px`;
            this.element.append(element);
            setTimeout(() => element.remove(), reactionTime);
        }
        this.#seen = new Map([...members].map(([number, { reaction }]) => [number, reaction]));
    }
}
