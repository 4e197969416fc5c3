import { textColour } from "../view/textColour.js";
import { make, makeButton, part } from "./elements.js";

/**
 * @typedef {import("../sync/Replica.js").Replica} Replica
 * @typedef {import("../sync/Members.js").Member} Member
 * @typedef {import("./Following.js").Following} Following
 */

/** Faces that are shown; the rest is a number. */
const facesMax = 5;

/** What is told of who is not active, after their name. */
const activities = { active: "", idle: ", idle", away: ", away" };

/** Who is here: oneself first; a press on another follows what that one sees (P6, P7). */
export class People {
    #list = part(".people");
    #shown = "";

    /**
     * @param {Replica} replica
     * @param {Following} following
     * @param {() => void} introduce asks who one is
     */
    constructor(replica, following, introduce) {
        this.replica = replica;
        this.following = following;
        this.introduce = introduce;
    }

    /** Shows who is here now; costs nothing while they are the same. */
    show() {
        const { member: own, members } = this.replica;
        const all = [...members.byNumber].sort(
            ([left], [right]) => Number(right === own) - Number(left === own) || left - right,
        );
        const state = JSON.stringify([
            own,
            this.following.member,
            all.map(([number, { name, colour, activity }]) => [number, name, colour, activity]),
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
    #face(number, { name, colour, activity }) {
        const isOwn = number === this.replica.member;
        const isFollowed = number === this.following.member;
        const label = name || "Someone";
        const button = makeButton(
            {
                class: "person",
                text: [...label][0].toUpperCase(),
                label: isOwn
                    ? `${label}, you: change`
                    : `${label}${activities[activity]}, follow`,
            },
            () => {
                if (isOwn) this.introduce();
                else this.following.follow(isFollowed ? null : number);
            },
        );
        button.title = label;
        button.style.backgroundColor = colour;
        button.style.color = textColour(colour);
        if (!isOwn) {
            button.dataset.activity = activity;
            button.setAttribute("aria-pressed", String(isFollowed));
        }
        return make("li", {}, button);
    }
}
