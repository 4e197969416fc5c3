import assert from "node:assert/strict";
import { test } from "node:test";
import "./core.js";
import { builtInPalettes } from "../../../Sources/Web/core/module.js";
import { PaletteStore } from "../../../Sources/Web/store/PaletteStore.js";

const make = () => new PaletteStore({ palettes: builtInPalettes() });
const names = (store) => store.palettes.map(({ name }) => name);

test("L11-9 L11-11 the built-in palettes are those of the app, each emoji once", () => {
    const palettes = builtInPalettes();
    assert.deepEqual(
        palettes.map(({ name }) => name),
        ["Vehicles", "Sports", "Music", "Animals", "Animal Faces", "Flora", "Weather", "COVID",
            "Faces"],
    );
    // Of the 251 of the app two stand twice in their palette.
    const count = palettes.reduce((sum, { emojis }) => sum + emojis.length, 0);
    assert.equal(count, 249);
    for (const { emojis } of palettes) assert.equal(new Set(emojis).size, emojis.length);
});

test("L11-10 after the last palette comes the first", () => {
    const store = make();
    store.goTo(-1);
    assert.equal(store.current.name, "Faces");
    store.goTo(store.cursor + 1);
    assert.equal(store.current.name, "Vehicles");
});

test("L11-12 a store is never empty", () => {
    const store = make();
    for (const { id } of store.palettes) store.remove(id);
    assert.deepEqual(names(store), ["Warning"]);
    assert.deepEqual(names(new PaletteStore({ palettes: [] })), ["Warning"]);
});

test("L13-2 adding puts emojis in front, once, and nothing that is none", () => {
    const store = make();
    store.add("Music", "a🐸1 🎼🐸x");
    assert.deepEqual(store.palettes[2].emojis.slice(0, 3), ["🐸", "🎼", "🎤"]);
    assert.equal(store.palettes[2].emojis.length, 10);
});

test("A6 what was taken out of a palette can be put back, also after a restart", () => {
    const store = make();
    store.removeEmoji("COVID", "🦠");
    store.removeEmoji("COVID", "💉");
    const again = new PaletteStore(JSON.parse(JSON.stringify(store.kept)));
    assert.deepEqual(again.removedFrom("COVID"), ["💉", "🦠"]);
    again.add("COVID", "💉");
    assert.deepEqual(again.removedFrom("COVID"), ["🦠"]);
    assert.equal(again.palettes[7].emojis[0], "💉");
});

test("L13-3 L13-4 a palette that is put in again is moved, never there twice", () => {
    const store = make();
    store.insert({ id: "Music", name: "Songs", emojis: [] }, 0);
    assert.deepEqual(names(store).slice(0, 3), ["Songs", "Vehicles", "Sports"]);
    assert.equal(store.palettes.length, 9);
    store.move("Music", 1);
    assert.deepEqual(names(store).slice(0, 3), ["Vehicles", "Songs", "Sports"]);
    store.move("Vehicles", -1);
    assert.equal(names(store)[0], "Vehicles");
});
