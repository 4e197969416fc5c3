import { textColour } from "../view/PresenceLayer.js";
import { make, makeButton, part } from "./elements.js";

/**
 * @typedef {import("../sync/Replica.js").Replica} Replica
 * @typedef {import("../sync/Members.js").Member} Member
 */

/** Faces that are shown; the rest is a number. */
const facesMax = 5;

/** Who is here: oneself first; a press on another follows what that one points at (P6, P7). */
export class People {
    #list = part(".people");
    #shown = "";
    /**
     * The member that the view follows.
     * @type {number | null}
     */
    following = null;

    /**
     * @param {Replica} replica
     * @param {(text: string) => void} say
     * @param {() => void} introduce asks who one is
     */
    constructor(replica, say, introduce) {
        this.replica = replica;
        this.say = say;
        this.introduce = introduce;
    }

    /** Shows who is here now; costs nothing while they are the same. */
    show() {
        const { member: own, members } = this.replica;
        if (this.following !== null && !members.byNumber.has(this.following)) this.follow(null);
        const all = [...members.byNumber].sort(
            ([left], [right]) => Number(right === own) - Number(left === own) || left - right,
        );
        const state = JSON.stringify([
            own,
            this.following,
            all.map(([number, { name, colour }]) => [number, name, colour]),
        ]);
        if (state === this.#shown) return;
        this.#shown = state;
        const faces = all.slice(0, facesMax).map(([number, member]) => this.#face(number, member));
        const rest = all.length - faces.length;
        if (rest > 0) faces.push(make("li", { class: "rest", text: `+${rest}` }));
        this.#list.replaceChildren(...faces);
        this.#list.setAttribute("aria-label", `${all.length} here`);
    }

    /**
     * @param {number} number
     * @param {Member} member
     */
    #face(number, { name, colour }) {
        const isOwn = number === this.replica.member;
        const label = name || "Someone";
        const button = makeButton(
            {
                class: "person",
                text: [...label][0].toUpperCase(),
                label: isOwn ? `${label}, you: change` : `${label}, follow`,
            },
            () => {
                if (isOwn) this.introduce();
                else this.follow(this.following === number ? null : number);
            },
        );
        button.title = label;
        button.style.backgroundColor = colour;
        button.style.color = textColour(colour);
        button.setAttribute("aria-pressed", String(this.following === number));
        return make("li", {}, button);
    }

    /**
     * Follows a member from now on; null for none.
     * @param {number | null} number
     */
    follow(number) {
        if (this.following === number) return;
        const name = this.replica.members.byNumber.get(number ?? 0)?.name || "someone";
        this.following = number;
        this.say(number === null ? "Following nobody" : `Following ${name}`);
        this.show();
    }

    /** Where the member points that is followed. */
    get target() {
        if (this.following === null) return null;
        return this.replica.members.byNumber.get(this.following)?.cursor ?? null;
    }
}
