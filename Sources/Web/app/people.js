import { make, makeButton, paint, part } from "../view/elements.js";
import { askIdentity, identity } from "./identity.js";
import { client, editor, onRefresh, refresh, replica, say, stage } from "./page.js";
import { privacy } from "./signals.js";

// Who is here: oneself first; a press on another follows what that one sees (P6, P7).

/** Faces that are shown; the rest is a number. */
const facesMax = 5;

/** What is told of who is not active. */
const activities = { active: "", idle: ", idle", away: ", away" };

const list = part(".people");
let shownPeople = "";
/** @type {Map<number, HTMLButtonElement>} the faces that are shown, by their members' numbers */
let faces = new Map();

/** Shows who is here now; costs little while they are the same. */
onRefresh(() => {
    const { member: own, members } = replica;
    const all = [...members].sort(
        ([left], [right]) => Number(right === own) - Number(left === own) || left - right,
    );
    const state = JSON.stringify([
        own,
        all.map(([number, { name, colour }]) => [number, name, colour]),
    ]);
    if (state !== shownPeople) {
        shownPeople = state;
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
        const member = members.get(number);
        if (!member || number === own) continue;
        const activity = activities[member.activity];
        face.title = `${member.name || "Someone"}${activity}`;
        face.setAttribute("aria-label", `${member.name || "Someone"}, follow${activity}`);
        face.dataset.activity = member.activity;
        face.setAttribute("aria-pressed", String(followed === number));
    }
});

function makeFace(/** @type {number} */ number, /** @type {Member} */ { name, colour }) {
    const label = name || "Someone";
    const look = { class: "person", text: [...label][0].toUpperCase() };
    const button = makeButton({ ...look, label: `${label}, you: edit profile` }, () => {
        if (number !== replica.member) return follow(followed === number ? null : number);
        askIdentity(() => {
            replica.introduce(identity);
            client.reconnect();
        });
    });
    button.title = label;
    paint(button, colour);
    return button;
}

// Following another member: shows what that one sees, until one looks elsewhere oneself (P7).

/** @type {number | null} the member that the view follows */
export let followed = null;
/** Whether the view moves because the other's did. */
let isMoving = false;
const frameName = make("span");
const frame = make("div", { class: "following", hidden: true }, frameName);
/** What of the other was shown last. */
let shownView = "";
part("main").append(frame);

/**
 * Tells the others what is shown now. One that follows tells only what it sees of a member that
 * came before it: two that follow each other, or any ring of them, would else pass their views
 * round without end; in every ring somebody follows one who came later.
 */
export function tellView() {
    if (followed === null || followed < (replica.member ?? 0)) editor.look(stage.viewport);
}

/** The view has moved: by oneself, unless it follows just now. */
export function viewMoved() {
    if (!isMoving) follow(null);
}

/** @param {number | null} number the member that is followed from now on */
export function follow(number) {
    if (followed === number) return;
    const other = replica.members.get(number ?? 0);
    const name = other?.name || "someone";
    if (number !== null && !other?.view && !other?.cursor) {
        return say(`Cannot follow ${name}: no cursor or view shared`);
    }
    followed = number;
    shownView = "";
    say(number === null ? "Stopped following" : `Following ${name}`);
    showFollowed();
    tellView();
    refresh();
}

/** Shows what the other sees now. */
function showFollowed() {
    const other = followed === null ? null : replica.members.get(followed);
    if (followed !== null && !other) return follow(null);
    frame.hidden = !other;
    if (!other) return;
    const { view, cursor, colour } = other;
    if (!view && !cursor) return follow(null);
    const { viewport } = stage;
    const size = [viewport.width, viewport.height];
    const state = JSON.stringify([view ?? cursor, other.name, colour, size]);
    if (state === shownView) return;
    shownView = state;
    frame.style.borderColor = colour;
    frameName.textContent = `Following ${other.name || "someone"}`;
    paint(frameName, colour);
    isMoving = true;
    if (view) {
        const { x, y, width, height } = view;
        const box = { left: x - width / 2, right: x + width / 2 };
        const sides = { top: y + height / 2, bottom: y - height / 2 };
        stage.viewport = viewport.fitted({ ...box, ...sides }, 0);
    } else if (cursor) {
        // A program without a view of this kind, such as a terminal, is followed by its cursor.
        stage.viewport = viewport.centred(cursor);
    }
    isMoving = false;
}
onRefresh(showFollowed);

// Reads out what others say and feel to who does not see it beside their cursors.

/** Milliseconds for which a chat stands still before it is read out: words, not letters. */
const restTime = 1_000;

/** @type {Map<number, {said: string | null, reaction: string | null, timer: number}>} */
const heard = new Map();

onRefresh(() => {
    if (privacy.hidesOthers) return;
    const { member: own, members } = replica;
    for (const [number, { timer }] of heard) {
        if (members.has(number)) continue;
        clearTimeout(timer);
        heard.delete(number);
    }
    for (const [number, { name, chat, reaction }] of members) {
        if (number === own) continue;
        const before = heard.get(number) ?? { said: null, reaction: null, timer: 0 };
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
