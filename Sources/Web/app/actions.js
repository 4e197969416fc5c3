import { make, makeButton, makeIcon, onLongPress, part } from "../view/elements.js";
import { boxOf } from "../view/Viewport.js";
import { canChat, openChat } from "./chat.js";
import { Dialog } from "./Dialog.js";
import { showExport } from "./exporting.js";
import { askBackground, chooseImport } from "./importing.js";
import { openMenu } from "./menu.js";
import { editor, onRefresh, replica, stage } from "./page.js";
import { turnPalette } from "./palette.js";
import { chooseReaction, hasLaser, privacy, setLaser, togglePrivacy } from "./signals.js";
import { showHistory } from "./timeline.js";

/** How much larger a step of the plus key makes. */
const sizeStep = 1.1;
/** How much closer a step of a zoom button comes. */
const zoomStep = 1.25;

const always = () => true;
const hasSelection = () => editor.selection.length > 0;
const mayEdit = () => editor.mayEdit;
const mayEditSelection = () => editor.mayEdit && hasSelection();
const hasEmojis = () => editor.document.emojis.size > 0;
const isSeen = () => !editor.isHidden;
const toggleLaser = () => setLaser(!hasLaser());

/**
 * Whether there is something to undo or redo, as far as the server has told, or an own edit that
 * it has not answered yet.
 */
const canWalk = (/** @type {"undo" | "redo"} */ type) => () =>
    editor.mayEdit && (replica.state[type] !== undefined || replica.state.pending > 0);

/** @param {"front" | "back" | "forward" | "backward"} to */
const arrange = (to) => () => editor.edit({ type: "arrange", ids: editor.selection, to });

/** @param {number} factor */
const zoom = (factor) => () => {
    stage.viewport = stage.viewport.zoomed(factor);
};

/**
 * Something that a person can do by key, by button and by menu; each is written once, here.
 * @param {string} id
 * @param {string} label
 * @param {string[]} keys as `keyName` writes them
 * @param {() => boolean} isOn
 * @param {() => void} run
 * @param {() => boolean} [isChecked]
 */
const action = (id, label, keys, isOn, run, isChecked) => ({
    ...{ id, label, keys, isOn, run, isChecked },
});

const hiding = (/** @type {keyof typeof privacy} */ id, /** @type {string} */ label) =>
    action(id, label, [], always, () => togglePrivacy(id), () => privacy[id]);

/** All actions on the canvas, in the order of the menus. */
export const actions = [
    action("undo", "Undo", ["Mod+z"], canWalk("undo"), () => editor.edit({ type: "undo" })),
    action("redo", "Redo", ["Mod+Shift+z", "Mod+y"], canWalk("redo"), () =>
        editor.edit({ type: "redo" }),
    ),
    action("delete", "Delete", ["Delete", "Backspace"], mayEditSelection, () =>
        editor.deleteSelection(),
    ),
    action("duplicate", "Duplicate", ["Mod+d"], mayEditSelection, () =>
        editor.duplicate(editor.selection, 20, -20),
    ),
    action("bigger", "Larger", ["+"], mayEditSelection, () => editor.scaleSelection(sizeStep)),
    action("smaller", "Smaller", ["-"], mayEditSelection, () =>
        editor.scaleSelection(1 / sizeStep),
    ),
    action("front", "Bring to front", ["Mod+Shift+]"], mayEditSelection, arrange("front")),
    action("back", "Send to back", ["Mod+Shift+["], mayEditSelection, arrange("back")),
    action("forward", "Bring forward", ["Mod+]"], mayEditSelection, arrange("forward")),
    action("backward", "Send backward", ["Mod+["], mayEditSelection, arrange("backward")),
    action("selectAll", "Select all", ["Mod+a"], hasEmojis, () =>
        editor.select(editor.document.emojis.keys()),
    ),
    action("deselect", "Select none", [], hasSelection, () => editor.select([])),
    action("zoomIn", "Zoom in", ["Mod+=", "Mod++"], always, zoom(zoomStep)),
    action("zoomOut", "Zoom out", ["Mod+-"], always, zoom(1 / zoomStep)),
    action("zoomReset", "Actual size", ["Mod+0", ")", "Shift+0"], always, () =>
        zoom(1 / stage.viewport.zoom)(),
    ),
    action("fit", "Zoom to fit", ["!", "Shift+1"], hasEmojis, () => stage.fit()),
    action("fitSelection", "Zoom to selection", ["@", "Shift+2"], hasSelection, () =>
        stage.showBox(boxOf(editor.selected)),
    ),
    action("nextPalette", "Next palette", ["]"], always, () => turnPalette(1)),
    action("lastPalette", "Previous palette", ["["], always, () => turnPalette(-1)),
    action("chat", "Chat", ["/"], canChat, openChat),
    action("react", "React", ["e"], isSeen, chooseReaction),
    action("laser", "Laser pointer", ["k"], isSeen, toggleLaser, hasLaser),
    hiding("hidesOthers", "Hide others' cursors"),
    hiding("hidesOwn", "Hide my cursor and view"),
    action("background", "Background…", [], mayEdit, askBackground),
    action("export", "Export…", ["Mod+s"], hasEmojis, showExport),
    action("import", "Import…", ["Mod+o"], mayEdit, chooseImport),
    action("history", "History…", ["h"], always, showHistory),
    action("help", "Keyboard shortcuts", ["?"], always, showHelp),
];

/** The actions of the menu on an emoji, and beside all. */
const menus = {
    selection: "delete duplicate bigger smaller front back forward backward".split(" "),
    canvas: (
        "undo redo selectAll deselect fit chat react laser hidesOthers hidesOwn background " +
        "import export history help"
    ).split(" "),
};

/**
 * Opens the menu of a long press or a right click: on an emoji it is about what is selected, which
 * that emoji then is.
 * @param {EmojiID | null} target
 * @param {Point} point of the canvas
 */
export function openCanvasMenu(target, point) {
    if (target !== null && !editor.selection.includes(target)) editor.select([target]);
    const wanted = target === null ? menus.canvas : menus.selection;
    const { left, top } = stage.element.getBoundingClientRect();
    const items = actions
        .filter(({ id }) => wanted.includes(id))
        .map(({ label, keys, isOn, isChecked, run }) => ({
            ...{ label, keys: keys.slice(0, 1).map(keyText).join(""), isOn: isOn(), run },
            isChecked: isChecked?.(),
        }));
    const place = { x: left + point.x, y: top + point.y };
    openMenu(target === null ? "Canvas" : "Selection", items, place);
}

/**
 * A key press as actions name it: `Mod` is Control, or Command on a Mac.
 *
 * What a key types counts, not where it is: a layout may have its signs elsewhere.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean}} event
 */
export function keyName({ key, ctrlKey, metaKey, shiftKey }) {
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (!ctrlKey && !metaKey) return name;
    const hasShift = shiftKey && (/[a-z]/.test(name) || name.length > 1 || "[]{}".includes(name));
    const plain = name === "{" ? "[" : name === "}" ? "]" : name;
    return `Mod+${hasShift ? "Shift+" : ""}${plain}`;
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** @param {string} name of a key, as `keyName` writes it */
export const keyText = (name) => name.replace("Mod", isMac ? "⌘" : "Ctrl");

/** The actions that have a button beside the canvas. */
const toolIDs = ["undo", "redo", "delete", "bigger", "smaller", "zoomIn", "zoomOut", "fit"];
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
    .filter(({ id }) => toolIDs.includes(id))
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

/** Offers what would be undone and redone, by name (L15-2). */
function openWalks(/** @type {HTMLElement} */ pressed) {
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
        const operation = replica.state[/** @type {"undo" | "redo"} */ (action.id)];
        const name = operation ? ` ${words.get(operation) ?? operation}` : "";
        button.title = `${action.label}${name}`;
        button.setAttribute("aria-label", button.title);
    }
});

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

/** Shows all keys and gestures, with a field that finds among them. */
function showHelp() {
    const keys = actions
        .filter(({ keys }) => keys.length > 0)
        .map(({ label, keys }) => [label, keys.slice(0, 2).map(keyText).join(" or ")]);
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
