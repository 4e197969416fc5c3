import { make, part } from "../view/elements.js";
import { paint } from "../view/looks.js";
import { editor, onRefresh, refresh, replica, say, stage } from "./page.js";

// Following another member: shows what that one sees, until one looks elsewhere oneself (P7).

/**
 * The member that the view follows.
 * @type {number | null}
 */
export let followed = null;
/** Whether the view moves because the other's did. */
let isMoving = false;
const name = make("span");
const frame = make("div", { class: "following", hidden: true }, name);
/** What of the other was shown last. */
let shown = "";
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

/**
 * Follows a member from now on; null for none.
 * @param {number | null} number
 */
export function follow(number) {
    if (followed === number) return;
    const other = replica.members.byNumber.get(number ?? 0);
    const name = other?.name || "someone";
    if (number !== null && !other?.view && !other?.cursor) {
        return say(`Cannot follow ${name}: no cursor or view shared`);
    }
    followed = number;
    shown = "";
    say(number === null ? "Stopped following" : `Following ${name}`);
    show();
    tellView();
    refresh();
}

/** Shows what the other sees now. */
function show() {
    const other = followed === null ? null : replica.members.byNumber.get(followed);
    if (followed !== null && !other) return follow(null);
    frame.hidden = !other;
    if (!other) return;
    const { view, cursor, colour } = other;
    if (!view && !cursor) return follow(null);
    const { viewport } = stage;
    const size = [viewport.width, viewport.height];
    const state = JSON.stringify([view ?? cursor, other.name, colour, size]);
    if (state === shown) return;
    shown = state;
    frame.style.borderColor = colour;
    name.textContent = `Following ${other.name || "someone"}`;
    paint(name, colour);
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
onRefresh(show);
