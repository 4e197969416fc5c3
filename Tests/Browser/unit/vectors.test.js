import assert from "node:assert/strict";
import { test } from "node:test";
import { module } from "./core.js";
import { Replica } from "../../../Sources/Web/core/Replica.js";
import { vectors } from "./vectors.js";

// The golden operations in the page's core: what each of them does, and the checksum of the state.

const position = { epoch: "00000000000000e1", revision: 0, chain: "0000000000000000" };
const welcome = {
    ...{ type: "welcome", document: "vectors", ...position, resumed: false },
    ...{ member: 1, client: 1, seq: 0, counter: 0 },
    limits: { members: 9, messages: 1000, edits: 1000, presence: 120, bytes: 1048576 },
};

/** A replica that was let in, and then got a state. */
function replicaOf(/** @type {object} */ state) {
    const replica = new Replica(module, { key: "00000000000000000000000000000001", name: "" });
    const snapshot = { type: "snapshot", part: 0, last: true, ...position, ...state, seq: 0 };
    replica.core.call("connected");
    for (const message of [welcome, snapshot]) {
        replica.core.call("receive", JSON.stringify(message));
    }
    const effects = replica.takeNews().effects.map(({ type }) => type);
    return { replica, effects };
}

/** What is shown, as the vectors write it. */
function shown(/** @type {Replica} */ { view, core }) {
    const ids = core.json("inOrder", JSON.stringify([...view.emojis.keys()]));
    const emojis = ids.map((/** @type {string} */ id) => {
        const { text, x, y, size } = /** @type {any} */ (view.emojis.get(id));
        return { id, text, x, y, size };
    });
    return { background: view.background, canvas: view.canvas, emojis };
}

const empty = {
    ...{ checksum: "0000000000000000", background: null, canvas: null },
    ...{ stackTop: 0, stackBottom: 0, emojis: [] },
};

for (const { name, steps, state } of vectors("operations").sequences) {
    const { background, canvas } = state;
    const emojis = state.emojis.map((/** @type {any} */ { z, ...emoji }) => emoji);

    test(`OP1 SY22 edits in the core: ${name}`, () => {
        const { replica } = replicaOf(empty);
        let revision = 0;
        for (const { effective: operation, checksum } of steps) {
            if (!operation) continue;
            revision += 1;
            const edit = { type: "edit", revision, client: 2, seq: revision, time: 0 };
            replica.core.call("receive", JSON.stringify({ ...edit, operation, checksum }));
            const effects = replica.takeNews().effects.map(({ type }) => type);
            assert.deepEqual(effects, ["edited"]);
        }
        assert.equal(replica.divergenceCount, 0);
        assert.deepEqual(shown(replica), { background, canvas, emojis });
    });

    test(`SM5 the checksum in the core: ${name}`, () => {
        const { replica, effects } = replicaOf(state);
        assert.ok(effects.includes("joined") && !effects.includes("violated"), effects.join());
        assert.deepEqual(shown(replica), { background, canvas, emojis });
        const checksum = state.checksum.replace(/./, (/** @type {string} */ digit) =>
            digit === "0" ? "1" : "0",
        );
        assert.ok(replicaOf({ ...state, checksum }).effects.includes("violated"));
    });
}
