import { palettes, storeNames } from "../store/palettes.js";
import { displayText, make, makeButton, makeSelect } from "../view/elements.js";
import { Dialog } from "./Dialog.js";

/** @typedef {import("../store/PaletteStore.js").PaletteStore} PaletteStore */

/**
 * Shows a palette to be changed: its name, a field that adds, and its emojis, of which a press
 * takes one out (L13-2). What was taken out can be put back (A6).
 */
export function editPalette(/** @type {string} */ id) {
    const find = () => palettes.store.palettes.find((palette) => palette.id === id);
    const palette = find();
    if (!palette) return;
    const change = (/** @type {(store: PaletteStore) => void} */ body) => {
        palettes.change(body);
        show();
    };
    const name = make("input", { value: palette.name });
    name.addEventListener("input", () => {
        palettes.change((store) => store.rename(id, name.value.trim()));
    });
    const adding = make("input", { placeholder: "Type or paste emojis" });
    adding.addEventListener("input", () => change((store) => store.add(id, adding.value)));
    const emojis = make("div", { class: "emojis" });
    const removed = make("div", { class: "emojis" });
    const removedPart = make("section", {}, make("h3", { text: "Put back" }), removed);
    const show = () => {
        emojis.replaceChildren(
            ...(find()?.emojis ?? []).map((emoji) =>
                makeButton({ text: displayText(emoji), label: `Remove ${emoji}` }, () =>
                    change((store) => store.removeEmoji(id, emoji)),
                ),
            ),
        );
        const gone = palettes.store.removedFrom(id);
        removedPart.hidden = gone.length === 0;
        removed.replaceChildren(
            ...gone.map((emoji) =>
                makeButton({ text: displayText(emoji), label: `Put ${emoji} back` }, () =>
                    change((store) => store.add(id, emoji)),
                ),
            ),
        );
    };
    show();
    const form = make(
        "form",
        {},
        make("label", { text: "Name" }, name),
        make("label", { text: "Add emojis" }, adding),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    const rest = make("section", {}, make("h3", { text: "Remove" }), emojis);
    new Dialog("Edit palette", form, rest, removedPart);
    (palette.name === "" ? name : adding).focus();
}

/** Shows all palettes of all stores: to go to one, edit, move, remove or add (L13-3). */
export function listPalettes() {
    const select = makeSelect("Collection", storeNames, palettes.name);
    const list = make("ol", { class: "palettes" });
    const repairs = make("div", { class: "choices" });
    const show = () => {
        list.replaceChildren(...palettes.store.palettes.map(makeRow));
        repairs.replaceChildren(
            ...palettes.repairs.map(({ label, run }) => makeButton({ text: label }, showing(run))),
        );
    };
    /** Changes something, and shows it. */
    const showing = (/** @type {() => void} */ run) => () => {
        run();
        show();
    };
    select.addEventListener("change", showing(() => palettes.choose(select.value)));
    /**
     * @param {import("../core/module.js").Palette} palette
     * @param {number} place
     */
    const makeRow = ({ id, name, emojis }, place) => {
        const label = name || "Untitled";
        /**
         * @param {string} text
         * @param {string} what
         * @param {(store: PaletteStore) => void} body
         */
        const button = (text, what, body) =>
            makeButton({ text, label: `${what} ${label}` }, showing(() => palettes.change(body)));
        const open = makeButton({ class: "open", text: `${label} ` }, () => {
            palettes.change((store) => store.goTo(place));
            dialog.close();
        });
        open.append(make("span", { class: "glyphs", text: emojis.slice(0, 6).join("") }));
        return make(
            "li",
            {},
            open,
            button("↑", "Move up", (store) => store.move(id, -1)),
            button("↓", "Move down", (store) => store.move(id, 1)),
            makeButton({ text: "✎", label: `Edit ${label}` }, () => {
                dialog.close();
                editPalette(id);
            }),
            button("−", "Remove", (store) => store.remove(id)),
        );
    };
    show();
    const add = makeButton({ class: "main", text: "New palette" }, () => {
        dialog.close();
        editPalette(palettes.makeNew());
    });
    const collection = make("label", { text: "Collection" }, select);
    const dialog = new Dialog("Palettes", collection, list, repairs, add);
}
