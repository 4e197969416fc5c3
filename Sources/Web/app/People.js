import { textColour } from "../view/textColour.js";
import { make, makeButton, part } from "./elements.js";

/**
 * @typedef {import("../sync/Replica.js").Replica} Replica
 * @typedef {import("../sync/Members.js").Member} Member
 * @typedef {import("./Following.js").Following} Following
 */

/** Faces that are shown; the rest is a number. */
const facesMax = 5;

/** What is told of who is not active. */
const activities = { active: "", idle: ", idle", away: ", away" };

/** Who is here: oneself first; a press on another follows what that one sees (P6, P7). */
export class People {
    #list = part(".people");
    #shown = "";
    /**
     * The faces that are shown, by their members' numbers.
     * @type {Map<number, HTMLButtonElement>}
     */
    #faces = new Map();

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

    /** Shows who is here now; costs little while they are the same. */
    show() {
        const { member: own, members } = this.replica;
        const all = [...members.byNumber].sort(
            ([left], [right]) => Number(right === own) - Number(left === own) || left - right,
        );
        const state = JSON.stringify([
            own,
            all.map(([number, { name, colour }]) => [number, name, colour]),
        ]);
        if (state !== this.#shown) {
            this.#shown = state;
            this.#list.replaceChildren(...this.#items(all));
            this.#list.setAttribute("aria-label", `${all.length} here`);
        }
        // In place: a face that has the focus keeps it when its member falls idle.
        for (const [number, face] of this.#faces) {
            const member = members.byNumber.get(number);
            if (member && number !== own) this.#tell(number, member, face);
        }
    }

    /** @param {[number, Member][]} all */
    #items(all) {
        this.#faces = new Map(
            all.slice(0, facesMax).map(([number, member]) => [number, this.#face(number, member)]),
        );
        const items = [...this.#faces.values()].map((face) => make("li", {}, face));
        const rest = all.length - items.length;
        if (rest > 0) items.push(make("li", { class: "rest", text: `+${rest}` }));
        return items;
    }

    /**
     * @param {number} number
     * @param {Member} member
     */
    #face(number, { name, colour }) {
        const isOwn = number === this.replica.member;
        const label = name || "Someone";
        const look = { class: "person", text: [...label][0].toUpperCase() };
        const button = makeButton({ ...look, label: `${label}, you: edit profile` }, () => {
            if (isOwn) this.introduce();
            else this.following.follow(this.following.member === number ? null : number);
        });
        button.title = label;
        button.style.backgroundColor = colour;
        button.style.color = textColour(colour);
        return button;
    }

    /**
     * Tells what another is doing, and whether it is followed.
     * @param {number} number
     * @param {Member} member
     * @param {HTMLButtonElement} face
     */
    #tell(number, { name, activity }, face) {
        const label = name || "Someone";
        face.setAttribute("aria-label", `${label}, follow${activities[activity]}`);
        face.title = `${label}${activities[activity]}`;
        face.dataset.activity = activity;
        face.setAttribute("aria-pressed", String(this.following.member === number));
    }
}
