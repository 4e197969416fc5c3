import { makeButton, onLongPress, part } from "../view/elements.js";
import { actions, keyText } from "./actions.js";
import { makeIcon } from "./icons.js";
import { openMenu } from "./menu.js";
import { onRefresh, replica } from "./page.js";

/** The actions that have a button beside the canvas. */
const shown = ["undo", "redo", "delete", "bigger", "smaller", "zoomIn", "zoomOut", "fit"];
/** Those that are there only with a selection (O21-2). */
const ofSelection = ["delete", "bigger", "smaller"];

/** Operations as people know them, where that is another word. */
const words = new Map([
    ["scale", "resize"],
    ["background", "set background"],
    ["canvas", "set bounds"],
    ["replace", "restore"],
]);

const tools = actions
    .filter(({ id }) => shown.includes(id))
    .map((action) => {
        const { id, label, keys, isOn, run } = action;
        const press = () => {
            if (isOn()) run();
        };
        const button = makeButton({ label }, press, makeIcon(id));
        button.dataset.action = id;
        button.title = keys.length > 0 ? `${label} (${keyText(keys[0])})` : label;
        return { button, action };
    });
const walks = tools.filter(({ action }) => ["undo", "redo"].includes(action.id));

part(".tools").append(...tools.map(({ button }) => button));
for (const { button } of walks) onLongPress(button, () => openWalks(button));

/**
 * Offers what would be undone and redone, by name (L15-2).
 * @param {HTMLElement} pressed
 */
function openWalks(pressed) {
    const { right, top } = pressed.getBoundingClientRect();
    const items = walks.map(({ button, action: { id, isOn, run } }) => ({
        label: isOn() ? button.title : `Nothing to ${id}`,
        isOn: isOn(),
        run,
    }));
    openMenu("History", items, { x: right, y: top });
}

/** Shows what can be done now. */
onRefresh(() => {
    for (const { button, action } of tools) {
        const isOn = action.isOn();
        button.hidden = ofSelection.includes(action.id) && !isOn;
        // One that is disabled would get no long press, which tells why (L15-2).
        button.setAttribute("aria-disabled", String(!isOn));
    }
    for (const { button, action } of walks) {
        // What would be taken or brought back (L15-2).
        const operation = replica.names[/** @type {"undo" | "redo"} */ (action.id)];
        const name = operation ? ` ${words.get(operation) ?? operation}` : "";
        button.title = `${action.label}${name}`;
        button.setAttribute("aria-label", button.title);
    }
});
