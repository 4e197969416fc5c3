import { Dialog } from "./Dialog.js";
import { make } from "./elements.js";
import { keyText } from "./Tools.js";

/** What fingers and keys do that are no actions of a menu: `[what, how]`. */
const gestures = [
    ["Select, or take out of the selection", "Tap an emoji; Space or Enter by keyboard"],
    ["Select none", "Tap beside all emojis; Escape"],
    ["Select a part", "Shift and drag beside all emojis"],
    ["Move", "Drag an emoji: all that is selected goes with it; arrows, with Shift in large steps"],
    ["Scale", "Pinch, or Ctrl and wheel, with something selected"],
    ["Zoom", "Pinch, or Ctrl and wheel, with nothing selected"],
    ["Pan", "Drag beside all emojis; wheel; Space and drag; arrows with nothing selected"],
    ["Show all", "Double tap beside all emojis"],
    ["Copy", "Alt and drag an emoji"],
    ["Undo", "Tap with two fingers"],
    ["Menu", "Press long; right click"],
    ["From emoji to emoji", "Tab and Shift+Tab; Ctrl and arrows to the nearest"],
    ["See what another sees", "Press their face; Escape, a look elsewhere or an edit ends it"],
    ["Cancel what goes on", "Escape"],
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
    new Dialog("Keys and gestures", search, table);
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
