import { keep, value } from "../store/database.js";
import { Activity } from "../sync/Activity.js";
import { displayText } from "../view/elements.js";
import { openMenu } from "./menu.js";
import { editor, refresh, replica, say, stage } from "./page.js";

// What one tells the others besides edits and words.

const emojis = ["👍", "❤️", "😂", "🎉", "😮", "👏", "🤔", "👀"];
/**
 * Milliseconds after which a reaction is taken back: long enough to be told to everybody, short
 * enough that nobody who comes later sees it.
 */
const heldTime = 1_000;
let reactionTimer = 0;

/** Offers reactions beside the own cursor: each floats up from it, and is kept nowhere (P10). */
export function chooseReaction() {
    const { left, top } = stage.element.getBoundingClientRect();
    const { x, y } = stage.ownPoint;
    const items = emojis.map((reaction) => ({
        label: displayText(reaction),
        run: () => {
            editor.signal({ reaction });
            stage.refresh();
            clearTimeout(reactionTimer);
            reactionTimer = setTimeout(() => editor.signal({ reaction: null }), heldTime);
        },
    }));
    openMenu("Reactions", items, { x: left + x, y: top + y }, "row");
}

/** Whether the own cursor is a laser pointer (P11). */
export const hasLaser = () => replica.presence.laser;

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
let activityTimer = 0;

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
    if (replica.presence.activity !== "active") tellActivity();
}

for (const type of ["pointermove", "pointerdown", "keydown", "wheel"]) {
    addEventListener(type, noteInput, { capture: true, passive: true });
}
document.addEventListener("visibilitychange", () => {
    activity.setHidden(document.hidden, performance.now());
    tellActivity();
});
tellActivity();

/**
 * Whose cursors are shown to whom (P8): kept in this browser, for all documents.
 * @type {{hidesOthers: boolean, hidesOwn: boolean}}
 */
export const privacy = (await value("privacy")) ?? { hidesOthers: false, hidesOwn: false };

/** @param {keyof typeof privacy} name */
export function togglePrivacy(name) {
    privacy[name] = !privacy[name];
    void keep("privacy", privacy);
    apply();
}

function apply() {
    stage.hidesCursors = privacy.hidesOthers;
    editor.isHidden = privacy.hidesOwn;
    if (editor.isHidden) {
        setLaser(false);
        editor.point(null);
    }
    editor.look(stage.viewport);
    refresh();
}
apply();
