import { Activity } from "../sync/Activity.js";
import { displayText } from "../view/looks.js";
import { openMenu } from "./menu.js";
import { editor, replica, say, stage } from "./page.js";

// What one tells the others besides edits and words.

const emojis = ["👍", "❤️", "😂", "🎉", "😮", "👏", "🤔", "👀"];
/**
 * Milliseconds after which a reaction is taken back: long enough to be told to everybody, short
 * enough that nobody who comes later sees it.
 */
const heldTime = 1_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let reactionTimer;

/** Offers reactions beside the own cursor: each floats up from it, and is kept nowhere (P10). */
export function chooseReaction() {
    const { left, top } = stage.element.getBoundingClientRect();
    const { x, y } = stage.ownPoint;
    const items = emojis.map((emoji) => ({ label: displayText(emoji), run: () => react(emoji) }));
    openMenu("Reactions", items, { x: left + x, y: top + y }, "row");
}

/** @param {string} reaction */
function react(reaction) {
    editor.signal({ reaction });
    stage.refresh();
    clearTimeout(reactionTimer);
    reactionTimer = setTimeout(() => editor.signal({ reaction: null }), heldTime);
}

/** Whether the own cursor is a laser pointer (P11). */
export const hasLaser = () => replica.presence.signals.laser;

/** @param {boolean} isOn */
export function setLaser(isOn) {
    if (isOn === hasLaser()) return;
    editor.signal({ laser: isOn });
    stage.element.classList.toggle("points", isOn);
    stage.refresh();
    say(isOn ? "Laser pointer on" : "Laser pointer off");
}

// The own cursor is drawn by nobody else: a frame is needed for the trail alone.
stage.element.addEventListener("pointermove", () => {
    if (hasLaser()) stage.refresh();
});

/** Whether somebody is at this page (P3). */
const activity = new Activity(performance.now());
/** @type {ReturnType<typeof setTimeout> | undefined} */
let activityTimer;

function tellActivity() {
    clearTimeout(activityTimer);
    const now = performance.now();
    editor.signal({ activity: activity.at(now) });
    const next = activity.changesAt(now);
    if (next !== null) activityTimer = setTimeout(tellActivity, next - now);
}

function noteInput() {
    activity.input(performance.now());
    // The timer that runs finds that its time has not come: a mouse that moves sets none.
    if (replica.presence.signals.activity !== "active") tellActivity();
}

for (const type of ["pointermove", "pointerdown", "keydown", "wheel"]) {
    addEventListener(type, noteInput, { capture: true, passive: true });
}
document.addEventListener("visibilitychange", () => {
    activity.setHidden(document.hidden, performance.now());
    tellActivity();
});
tellActivity();
