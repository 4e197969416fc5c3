import { displayText } from "../view/displayText.js";

/**
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("./Menu.js").Menu} Menu
 * @typedef {import("../view/Stage.js").Stage} Stage
 */

const emojis = ["👍", "❤️", "😂", "🎉", "😮", "👏", "🤔", "👀"];
/**
 * Milliseconds after which a reaction is taken back: long enough to be told to everybody, short
 * enough that nobody who comes later sees it.
 */
const heldTime = 1_000;

/** Reactions: an emoji that floats up from the own cursor, and is kept nowhere (P10). */
export class Reactions {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * @param {Menu} menu
     * @param {Editor} editor
     * @param {Stage} stage
     */
    constructor(menu, editor, stage) {
        this.menu = menu;
        this.editor = editor;
        this.stage = stage;
    }

    /** Offers the reactions beside the cursor. */
    choose() {
        const { viewport, element } = this.stage;
        const { cursor } = this.editor.replica.presence;
        const { left, top } = element.getBoundingClientRect();
        const { x, y } = cursor
            ? viewport.toScreen(cursor)
            : { x: viewport.width / 2, y: viewport.height / 2 };
        this.menu.open(
            "Reactions",
            emojis.map((emoji) => ({
                label: displayText(emoji),
                run: () => this.#react(emoji),
            })),
            { x: left + x, y: top + y },
            "row",
        );
    }

    /** @param {string} reaction */
    #react(reaction) {
        this.editor.signal({ reaction });
        this.stage.refresh();
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.editor.signal({ reaction: null }), heldTime);
    }
}
