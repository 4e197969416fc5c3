import { textColour } from "../view/textColour.js";
import { make, part } from "./elements.js";

/**
 * @typedef {import("../sync/Replica.js").Replica} Replica
 * @typedef {import("../view/Stage.js").Stage} Stage
 */

/** Follows another member: shows what that one sees, until one looks elsewhere oneself (P7). */
export class Following {
    /**
     * The member that the view follows.
     * @type {number | null}
     */
    member = null;
    /** Whether the view moves because the other's did. */
    #isMoving = false;
    #name = make("span");
    #frame = make("div", { class: "following" }, this.#name);
    /** What of the other was shown last. */
    #shown = "";

    /**
     * @param {Replica} replica
     * @param {Stage} stage
     * @param {(text: string) => void} say
     * @param {() => void} changed
     */
    constructor(replica, stage, say, changed) {
        this.replica = replica;
        this.stage = stage;
        this.say = say;
        this.changed = changed;
        this.#frame.hidden = true;
        part("main").append(this.#frame);
    }

    /**
     * Whether the own view, as it is now, is told: one that follows tells only what it sees of a
     * member that came before it. Two that follow each other, or any ring of them, would else pass
     * their views round without end; in every ring somebody follows one who came later.
     */
    get isViewTold() {
        return this.member === null || this.member < (this.replica.member ?? 0);
    }

    /** The view has moved: by oneself, unless it follows just now. */
    moved() {
        if (!this.#isMoving) this.follow(null);
    }

    /**
     * Follows a member from now on; null for none.
     * @param {number | null} number
     */
    follow(number) {
        if (this.member === number) return;
        const other = this.replica.members.byNumber.get(number ?? 0);
        const name = other?.name || "someone";
        if (number !== null && !other?.view && !other?.cursor) {
            return this.say(`Cannot follow ${name}: no cursor or view shared`);
        }
        this.member = number;
        this.#shown = "";
        this.say(number === null ? "Stopped following" : `Following ${name}`);
        this.show();
        this.changed();
    }

    /** Shows what the other sees now. */
    show() {
        const other = this.member === null ? null : this.replica.members.byNumber.get(this.member);
        if (this.member !== null && !other) return this.follow(null);
        this.#frame.hidden = !other;
        if (!other) return;
        const { view, cursor, name, colour } = other;
        if (!view && !cursor) return this.follow(null);
        const { viewport } = this.stage;
        const size = [viewport.width, viewport.height];
        const state = JSON.stringify([view ?? cursor, name, colour, size]);
        if (state === this.#shown) return;
        this.#shown = state;
        this.#frame.style.borderColor = colour;
        this.#name.textContent = `Following ${name || "someone"}`;
        this.#name.style.backgroundColor = colour;
        this.#name.style.color = textColour(colour);
        this.#isMoving = true;
        if (view) {
            const { x, y, width, height } = view;
            const box = { left: x - width / 2, right: x + width / 2 };
            const sides = { top: y + height / 2, bottom: y - height / 2 };
            this.stage.viewport = viewport.fitted({ ...box, ...sides }, 0);
        } else if (cursor) {
            // A program without a view of this kind, such as a terminal, is followed by its cursor.
            this.stage.viewport = viewport.centred(cursor);
        }
        this.#isMoving = false;
    }
}
