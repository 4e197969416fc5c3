import { Dialog } from "./Dialog.js";
import { make } from "./elements.js";
import { keyText } from "./Tools.js";

/** What fingers and keys do that are no actions of a menu: `[what, how]`. */
const gestures = [
    ["Select or deselect", "Tap an emoji; Space or Enter on the keyboard"],
    ["Select none", "Tap an empty place; Escape"],
    ["Select an area", "Shift and drag on an empty place"],
    ["Move", "Drag an emoji or the selection; arrow keys, with Shift in large steps"],
    ["Resize", "Pinch, or Ctrl and wheel, with a selection"],
    ["Zoom", "Pinch, or Ctrl and wheel, without a selection"],
    ["Pan", "Drag an empty place; wheel; Space and drag; arrow keys without a selection"],
    ["Zoom to fit", "Double tap an empty place"],
    ["Drag a copy", "Alt and drag an emoji"],
    ["Undo", "Tap with two fingers"],
    ["Menu", "Long press; right click"],
    ["Next or previous emoji", "Tab and Shift+Tab; Ctrl and arrow keys for the nearest"],
    ["Follow a member", "Press their initial; Escape, moving the view or an edit stops it"],
    ["Cancel a gesture", "Escape"],
];

/**
 * Shows all keys and gestures, with a field that finds among them.
 * @param {import("./actions.js").Action[]} actions
 */
export function showHelp(actions) {
    const rows = [
        ...gestures.map(([what, how]) => row(what, how)),
        ...actions
            .filter(({ keys }) => keys.length > 0)
            .map(({ label, keys }) => row(label, keys.slice(0, 2).map(keyText).join(" or "))),
    ];
    const search = make("input", { label: "Find" });
    search.placeholder = "Find";
    search.addEventListener("input", () => {
        const wanted = search.value.toLowerCase();
        for (const line of rows) {
            line.hidden = !line.textContent?.toLowerCase().includes(wanted);
        }
    });
    const table = make("table", { class: "help" }, make("tbody", {}, ...rows));
    new Dialog("Keyboard shortcuts", search, table);
    search.focus();
}

/**
 * @param {string} what
 * @param {string} how
 */
function row(what, how) {
    const heading = make("th", { text: what });
    heading.scope = "row";
    return make("tr", {}, heading, make("td", { text: how }));
}
