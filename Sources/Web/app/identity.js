import { isName, plainText } from "../core/module.js";
import { keep, value } from "../store/database.js";
import { make, makeSelect } from "../view/elements.js";
import { ask } from "./Dialog.js";

/** The colours to choose from: each can be told from the others, and read on. */
const colours = ["#1565c0", "#c62828", "#2e7d32", "#6a1b9a", "#ef6c00", "#00838f", "#ad1457"];

/**
 * What others see of this person: kept in this browser, for all documents.
 * @type {{name: string, colour?: string}}
 */
export let identity = (await value("identity")) ?? { name: "" };

/**
 * Asks the person who they are.
 * @param {() => void} changed is called when it is another one
 */
export function askIdentity(changed) {
    const values = ["", ...colours];
    const textOf = (/** @type {string} */ value) => value || "Automatic";
    const select = makeSelect("Colour", values, identity.colour ?? "", textOf);
    for (const { style, value } of select.options) {
        style.backgroundColor = value;
        if (value) style.color = "#ffffff";
    }
    const label = make("label", { text: "Colour" }, select);
    ask("Your profile", "Name that others see", identity.name, (name) => {
        if (plainText(name) !== name) return "The name has characters that cannot be shown.";
        if (!isName(name)) return "The name is too long, or shows nothing.";
        identity = { name, ...(select.value && { colour: select.value }) };
        void keep("identity", identity);
        changed();
        return null;
    }, label);
}
