import { Limits } from "../model/Limits.js";
import { isPlain, isSeen } from "../model/plainText.js";
import { byteCount } from "../model/utf8.js";
import { ask } from "./Dialog.js";
import { make } from "./elements.js";

/**
 * @typedef {import("../store/Database.js").Database} Database
 * @typedef {{name: string, colour?: string}} IdentityFields what others see of a person
 */

/** The colours to choose from: each can be told from the others, and read on. */
const colours = ["#1565c0", "#c62828", "#2e7d32", "#6a1b9a", "#ef6c00", "#00838f", "#ad1457"];

/** Who somebody is to the others: kept in this browser, for all documents. */
export class Identity {
    /**
     * @param {Database | null} database
     * @param {IdentityFields} fields
     */
    constructor(database, fields) {
        this.database = database;
        this.fields = fields;
    }

    /** @param {Database | null} database */
    static async load(database) {
        const kept = await database?.value("identity");
        return new Identity(database, kept ?? { name: "" });
    }

    /**
     * Asks the person who they are.
     * @param {() => void} changed is called when it is another one
     */
    ask(changed) {
        const select = make("select", { label: "Colour" });
        const any = make("option", { text: "Automatic" });
        any.value = "";
        select.append(
            any,
            ...colours.map((colour) => {
                const option = make("option", { text: colour });
                option.value = colour;
                option.style.backgroundColor = colour;
                option.style.color = "#ffffff";
                return option;
            }),
        );
        select.value = this.fields.colour ?? "";
        const label = make("label", { text: "Colour" }, select);
        ask("Your profile", "Name that others see", this.fields.name, (name) => {
            if (byteCount(name) > Limits.memberNameBytesMax) return "The name is too long.";
            if (!isPlain(name)) return "The name has characters that cannot be shown.";
            if (name && !isSeen(name)) return "The name shows nothing.";
            this.fields = { name, ...(select.value && { colour: select.value }) };
            void this.database?.keep("identity", this.fields);
            changed();
            return null;
        }, label);
    }
}
