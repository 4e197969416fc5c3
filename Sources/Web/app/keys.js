import { actions, keyName } from "./actions.js";
import { cancelGesture, holdSpace } from "./canvas.js";
import { editor, replica, stage } from "./page.js";
import { pick, picked } from "./palette.js";
import { follow, followed } from "./people.js";
import { readNearest, readNext, toggleRead } from "./reader.js";
import { hasLaser, setLaser } from "./signals.js";

// Keys do everything that pointers can do, wherever the focus is, except where it takes keys
// itself.

/** Where an arrow key goes: document units right and up. */
const arrows = new Map([
    ["ArrowLeft", { dx: -1, dy: 0 }],
    ["ArrowRight", { dx: 1, dy: 0 }],
    ["ArrowUp", { dx: 0, dy: 1 }],
    ["ArrowDown", { dx: 0, dy: -1 }],
]);
/** Units of a step with Shift held. */
const largeStep = 10;
/** Pixels that an arrow pans when nothing is selected. */
const panStep = 40;

/** How far a held arrow has moved the selection: one edit when it is let go. */
let nudge = { dx: 0, dy: 0 };

document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isTaken(event.target)) return;
    const step = arrows.get(event.key);
    if (step) return goStep(step, event);
    // On another part of the page these three keys are the browser's.
    if (event.target === stage.element && stepOrToggle(event)) return;
    if (event.key === "Escape") return escape(event);
    const name = keyName(event);
    const action = actions.find(({ keys }) => keys.includes(name));
    if (!action) return;
    event.preventDefault();
    endNudge();
    if (action.isOn()) action.run();
});
document.addEventListener("keyup", (event) => {
    if (event.key === " ") holdSpace(false);
    if (arrows.has(event.key)) endNudge();
});
addEventListener("blur", endNudge);

/** @param {KeyboardEvent} event */
function escape(event) {
    nudge = { dx: 0, dy: 0 };
    if (cancelGesture() || leave()) event.preventDefault();
    else editor.select([]);
}

/**
 * Tab goes from emoji to emoji; Space and Enter select the one that it is at. Whether it was one of
 * these keys.
 */
function stepOrToggle(/** @type {KeyboardEvent} */ event) {
    switch (event.key) {
        case "Tab":
            if (readNext(event.shiftKey ? -1 : 1)) event.preventDefault();
            return true;
        case " ":
            event.preventDefault();
            holdSpace(true);
            if (!event.repeat) toggleRead();
            return true;
        case "Enter":
            toggleRead();
            return true;
    }
    return false;
}

/**
 * @param {{dx: number, dy: number}} step
 * @param {KeyboardEvent} event
 */
function goStep({ dx, dy }, event) {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return readNearest(dx, dy);
    if (editor.selection.length === 0) {
        stage.viewport = stage.viewport.panned(-dx * panStep, dy * panStep);
        return;
    }
    const length = event.shiftKey ? largeStep : 1;
    nudge = { dx: nudge.dx + dx * length, dy: nudge.dy + dy * length };
    editor.dragBy(editor.selection, nudge.dx, nudge.dy);
}

function endNudge() {
    if (nudge.dx === 0 && nudge.dy === 0) return;
    nudge = { dx: 0, dy: 0 };
    editor.endGesture();
}

/** Ends a nudge, following, pointing with the laser or placing; whether there was one of them. */
function leave() {
    if (replica.presence.gesture) editor.cancelGesture();
    else if (followed !== null) follow(null);
    else if (hasLaser()) setLaser(false);
    else if (picked !== null) pick(null);
    else return false;
    return true;
}

/**
 * Fields, dialogs and menus take the keys themselves. A dialog that was just closed may keep the
 * focus for a moment, and takes none.
 * @param {EventTarget | null} target the element with the focus
 */
export const isTaken = (target) =>
    target instanceof Element &&
    target.closest("dialog:not([open])") === null &&
    target.closest("input, textarea, select, dialog, .menu") !== null;
