import { builtInPalettes } from "../model/palettes.js";
import { PaletteStore } from "../model/PaletteStore.js";
import { randomKey } from "./Seat.js";

/** @typedef {import("./Database.js").Database} Database */

/** The stores of palettes that a browser has, each under its name (L12-2). */
export const storeNames = ["Main", "Alternate", "Special"];

/** The palettes of this browser: kept in it, and the same in all of its windows (L15-3). */
export class Palettes {
    #channel = new BroadcastChannel("palettes");
    /** @type {Map<string, PaletteStore>} */
    #stores;
    #current = storeNames[0];

    /**
     * @param {Database | null} database
     * @param {Map<string, PaletteStore>} stores
     * @param {() => void} changed is called after each change, also one in another window
     */
    constructor(database, stores, changed) {
        this.database = database;
        this.#stores = stores;
        this.changed = changed;
        this.#channel.onmessage = ({ data: { name, kept } }) => {
            const cursor = this.#stores.get(name)?.cursor ?? 0;
            const store = new PaletteStore(kept);
            store.goTo(Math.min(cursor, store.palettes.length - 1));
            this.#stores.set(name, store);
            this.changed();
        };
    }

    /**
     * @param {Database | null} database
     * @param {() => void} changed
     */
    static async load(database, changed) {
        const stores = new Map();
        for (const name of storeNames) {
            const kept = await database?.value(keyOf(name));
            stores.set(name, new PaletteStore(kept ?? { palettes: builtInPalettes() }));
        }
        return new Palettes(database, stores, changed);
    }

    /** The name of the store that is shown. */
    get name() {
        return this.#current;
    }

    /** The store that is shown. */
    get store() {
        return /** @type {PaletteStore} */ (this.#stores.get(this.#current));
    }

    /**
     * Shows another store.
     * @param {string} name
     */
    choose(name) {
        this.#current = name;
        this.changed();
    }

    /**
     * Changes the store that is shown, and keeps it.
     * @template Result
     * @param {(store: PaletteStore) => Result} body
     * @returns {Result}
     */
    change(body) {
        const result = body(this.store);
        const { kept } = this.store;
        void this.database?.keep(keyOf(this.name), kept);
        this.#channel.postMessage({ name: this.name, kept });
        this.changed();
        return result;
    }

    /**
     * The ways to bring palettes back: the one deleted last, and those built in.
     * @returns {{label: string, run: () => void}[]}
     */
    get repairs() {
        const { deleted } = this.store;
        const repairs = [];
        if (deleted) {
            const label = `Undo delete ${deleted.name || "Untitled"}`;
            repairs.push({ label, run: () => this.change((store) => store.undoRemove()) });
        }
        if (this.store.missing(builtInPalettes()).length > 0) {
            repairs.push({
                label: "Restore built-in palettes",
                run: () => this.change((store) => store.restore(builtInPalettes())),
            });
        }
        return repairs;
    }

    /** Makes an empty palette where the one is that is shown; its id. */
    makeNew() {
        const id = randomKey();
        this.change((store) => store.insert({ id, name: "", emojis: [] }));
        return id;
    }
}

/** @param {string} name */
const keyOf = (name) => `PaletteStore:${name}`;
