import { keyText } from "./Tools.js";

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
 * @param {import("./Menu.js").Menu} menu
 * @param {import("./actions.js").Action[]} actions
 * @param {import("./Editor.js").Editor} editor
 * @param {import("../view/Stage.js").Stage} stage
 * @param {import("../model/emojiID.js").EmojiID | null} target
 * @param {import("../view/Viewport.js").Point} point of the canvas
 */
export function openCanvasMenu(menu, actions, editor, stage, target, point) {
    if (target !== null && !editor.selection.includes(target)) editor.select([target]);
    const wanted = target === null ? menus.canvas : menus.selection;
    const { left, top } = stage.element.getBoundingClientRect();
    menu.open(
        target === null ? "Canvas" : "Selection",
        actions
            .filter(({ id }) => wanted.includes(id))
            .map((action) => ({
                label: action.label,
                keys: action.keys.slice(0, 1).map(keyText).join(""),
                isOn: action.isOn(editor),
                isChecked: action.isChecked?.(),
                run: action.run,
            })),
        { x: left + point.x, y: top + point.y },
    );
}
