/**
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("../view/Stage.js").Stage} Stage
 *
 * Something that a person can do by key, by button and by menu; each is written once, here.
 * `keys` are as `keyName` writes them.
 * @typedef {{id: string, label: string, keys: string[],
 *     isOn: (editor: Editor) => boolean, run: () => void, isChecked?: () => boolean}} Action
 *
 * What one tells the others besides edits.
 * @typedef {{chat: import("./Chat.js").Chat, reactions: import("./Reactions.js").Reactions,
 *     laser: import("./Laser.js").Laser, privacy: import("./Privacy.js").Privacy}} Telling
 */

/** How much larger a step of the plus key makes. */
const sizeStep = 1.1;
/** How much closer a step of a zoom button comes. */
const zoomStep = 1.25;

/**
 * All actions on the canvas, in the order of the menus.
 * @param {Editor} editor
 * @param {Stage} stage
 * @param {{fit: () => void, fitSelection: () => void, turnPalette: (step: number) => void,
 *     help: () => void, background: () => void, exportFile: () => void, importFile: () => void,
 *     history: () => void}}
 *     page what is around the canvas
 * @param {Telling} telling
 * @returns {Action[]}
 */
export function makeActions(editor, stage, page, telling) {
    const always = () => true;
    const hasSelection = () => editor.selection.length > 0;
    const mayEdit = () => editor.mayEdit;
    const mayEditSelection = () => editor.mayEdit && hasSelection();
    const hasEmojis = () => editor.document.emojis.size > 0;
    const zoom = (/** @type {number} */ factor) => () => {
        stage.viewport = stage.viewport.zoomed(factor);
    };
    /**
     * @param {string} id
     * @param {string} label
     * @param {string[]} keys
     * @param {(editor: Editor) => boolean} isOn
     * @param {() => void} run
     * @returns {Action}
     */
    const action = (id, label, keys, isOn, run) => ({ id, label, keys, isOn, run });

    return [
        action("undo", "Undo", ["Mod+z"], () => canWalk(editor, "undo"), () =>
            editor.undo(),
        ),
        action("redo", "Redo", ["Mod+Shift+z", "Mod+y"], () => canWalk(editor, "redo"), () =>
            editor.redo(),
        ),
        action("delete", "Delete", ["Delete", "Backspace"], mayEditSelection, () =>
            editor.deleteSelection(),
        ),
        action("duplicate", "Duplicate", ["Mod+d"], mayEditSelection, () =>
            editor.duplicate(editor.selection, 20, -20),
        ),
        action("bigger", "Larger", ["+"], mayEditSelection, () =>
            editor.scaleSelection(sizeStep),
        ),
        action("smaller", "Smaller", ["-"], mayEditSelection, () =>
            editor.scaleSelection(1 / sizeStep),
        ),
        action("front", "Bring to front", ["Mod+Shift+]"], mayEditSelection, () =>
            editor.arrangeSelection("front"),
        ),
        action("back", "Send to back", ["Mod+Shift+["], mayEditSelection, () =>
            editor.arrangeSelection("back"),
        ),
        action("forward", "Bring forward", ["Mod+]"], mayEditSelection, () =>
            editor.arrangeSelection("forward"),
        ),
        action("backward", "Send backward", ["Mod+["], mayEditSelection, () =>
            editor.arrangeSelection("backward"),
        ),
        action("selectAll", "Select all", ["Mod+a"], hasEmojis, () => editor.selectAll()),
        action("deselect", "Select none", [], hasSelection, () => editor.select([])),
        action("zoomIn", "Zoom in", ["Mod+=", "Mod++"], always, zoom(zoomStep)),
        action("zoomOut", "Zoom out", ["Mod+-"], always, zoom(1 / zoomStep)),
        action("zoomReset", "Actual size", ["Mod+0", ")", "Shift+0"], always, () => {
            stage.viewport = stage.viewport.zoomed(1 / stage.viewport.zoom);
        }),
        action("fit", "Zoom to fit", ["!", "Shift+1"], hasEmojis, page.fit),
        action("fitSelection", "Zoom to selection", ["@", "Shift+2"], hasSelection, () =>
            page.fitSelection(),
        ),
        action("nextPalette", "Next palette", ["]"], always, () => page.turnPalette(1)),
        action("lastPalette", "Previous palette", ["["], always, () => page.turnPalette(-1)),
        ...tellingActions(telling),
        action("background", "Background…", [], mayEdit, page.background),
        action("export", "Export…", ["Mod+s"], hasEmojis, page.exportFile),
        action("import", "Import…", ["Mod+o"], mayEdit, page.importFile),
        action("history", "History…", ["h"], always, page.history),
        action("help", "Keyboard shortcuts", ["?"], always, page.help),
    ];
}

/**
 * @param {Telling} telling
 * @returns {Action[]}
 */
const tellingActions = ({ chat, reactions, laser, privacy }) => [
    {
        ...{ id: "chat", label: "Chat", keys: ["/"] },
        isOn: () => chat.isPossible,
        run: () => chat.open(),
    },
    {
        ...{ id: "react", label: "React", keys: ["e"] },
        isOn: (editor) => !editor.isHidden,
        run: () => reactions.choose(),
    },
    {
        ...{ id: "laser", label: "Laser pointer", keys: ["k"] },
        isOn: (editor) => !editor.isHidden,
        isChecked: () => laser.isOn,
        run: () => laser.toggle(),
    },
    {
        ...{ id: "hidesOthers", label: "Hide others' cursors", keys: [] },
        isOn: () => true,
        isChecked: () => privacy.fields.hidesOthers,
        run: () => privacy.toggle("hidesOthers"),
    },
    {
        ...{ id: "hidesOwn", label: "Hide my cursor and view", keys: [] },
        isOn: () => true,
        isChecked: () => privacy.fields.hidesOwn,
        run: () => privacy.toggle("hidesOwn"),
    },
];

/**
 * Whether there is something to undo or redo, as far as the server has told, or an own edit that
 * it has not answered yet.
 * @param {Editor} editor
 * @param {"undo" | "redo"} way
 */
function canWalk(editor, way) {
    const { names, pending } = editor.replica;
    return editor.mayEdit && (names[way] !== undefined || pending.list.length > 0);
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
