import { make } from "../view/elements.js";
import { Dialog } from "./Dialog.js";

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
 * @param {[what: string, how: string][]} keys
 */
export function showHelp(keys) {
    const rows = [...gestures, ...keys].map(([what, how]) =>
        make("tr", {}, make("th", { text: what, scope: "row" }), make("td", { text: how })),
    );
    const search = make("input", { label: "Find", placeholder: "Find" });
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
