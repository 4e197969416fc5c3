import { make, makeButton, part } from "../view/elements.js";
import { paint } from "../view/looks.js";
import { follow, followed } from "./following.js";
import { askIdentity, identity } from "./identity.js";
import { client, onRefresh, replica, seat } from "./page.js";

// Who is here: oneself first; a press on another follows what that one sees (P6, P7).

/** @typedef {import("../sync/Members.js").Member} Member */

/** Faces that are shown; the rest is a number. */
const facesMax = 5;

/** What is told of who is not active. */
const activities = { active: "", idle: ", idle", away: ", away" };

const list = part(".people");
let shown = "";
/**
 * The faces that are shown, by their members' numbers.
 * @type {Map<number, HTMLButtonElement>}
 */
let faces = new Map();

/** Shows who is here now; costs little while they are the same. */
onRefresh(() => {
    const { member: own, members } = replica;
    const all = [...members.byNumber].sort(
        ([left], [right]) => Number(right === own) - Number(left === own) || left - right,
    );
    const state = JSON.stringify([
        own,
        all.map(([number, { name, colour }]) => [number, name, colour]),
    ]);
    if (state !== shown) {
        shown = state;
        faces = new Map(
            all.slice(0, facesMax).map(([number, member]) => [number, makeFace(number, member)]),
        );
        list.replaceChildren(...[...faces.values()].map((face) => make("li", {}, face)));
        const rest = all.length - faces.size;
        if (rest > 0) list.append(make("li", { class: "rest", text: `+${rest}` }));
        list.setAttribute("aria-label", `${all.length} here`);
    }
    // In place: a face that has the focus keeps it when its member falls idle.
    for (const [number, face] of faces) {
        const member = members.byNumber.get(number);
        if (member && number !== own) tell(number, member, face);
    }
});

/**
 * @param {number} number
 * @param {Member} member
 */
function makeFace(number, { name, colour }) {
    const label = name || "Someone";
    const look = { class: "person", text: [...label][0].toUpperCase() };
    const button = makeButton({ ...look, label: `${label}, you: edit profile` }, () => {
        if (number === replica.member) askIdentity(introduce);
        else follow(followed === number ? null : number);
    });
    button.title = label;
    paint(button, colour);
    return button;
}

/** Comes back as who one is now. */
function introduce() {
    replica.identity = { key: seat.key, ...identity };
    client.reconnect();
}

/**
 * Tells what another is doing, and whether it is followed.
 * @param {number} number
 * @param {Member} member
 * @param {HTMLButtonElement} face
 */
function tell(number, { name, activity }, face) {
    const label = name || "Someone";
    face.setAttribute("aria-label", `${label}, follow${activities[activity]}`);
    face.title = `${label}${activities[activity]}`;
    face.dataset.activity = activity;
    face.setAttribute("aria-pressed", String(followed === number));
}
