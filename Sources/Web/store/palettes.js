import { builtInPalettes } from "../core/module.js";
import { randomKey } from "../core/Replica.js";
import { keep, value } from "./database.js";
import { PaletteStore } from "./PaletteStore.js";

/** The stores of palettes that a browser has, each under its name (L12-2). */
export const storeNames = ["Main", "Alternate", "Special"];

/** @param {string} name */
const keyOf = (name) => `PaletteStore:${name}`;

const channel = new BroadcastChannel("palettes");
/** @type {Map<string, PaletteStore>} */
const stores = new Map();
for (const name of storeNames) {
    const kept = await value(keyOf(name));
    stores.set(name, new PaletteStore(kept ?? { palettes: builtInPalettes() }));
}

/** The palettes of this browser: kept in it, and the same in all of its windows (L15-3). */
export const palettes = {
    /** Called after each change, also one in another window. */
    onChange: () => {},

    /** The name of the store that is shown. */
    name: storeNames[0],

    /** The store that is shown. */
    get store() {
        return /** @type {PaletteStore} */ (stores.get(this.name));
    },

    /** @param {string} name */
    choose(name) {
        this.name = name;
        this.onChange();
    },

    /** Changes the store that is shown, and keeps it. */
    change(/** @type {(store: PaletteStore) => void} */ body) {
        body(this.store);
        const { kept } = this.store;
        void keep(keyOf(this.name), kept);
        channel.postMessage({ name: this.name, kept });
        this.onChange();
    },

    /** The ways to bring palettes back: the one deleted last, and those built in. */
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
    },

    /** Makes an empty palette where the one is that is shown; its id. */
    makeNew() {
        const id = randomKey();
        this.change((store) => store.insert({ id, name: "", emojis: [] }));
        return id;
    },
};

channel.addEventListener("message", ({ data: { name, kept } }) => {
    const cursor = stores.get(name)?.cursor ?? 0;
    const store = new PaletteStore(kept);
    store.goTo(Math.min(cursor, store.palettes.length - 1));
    stores.set(name, store);
    palettes.onChange();
});
