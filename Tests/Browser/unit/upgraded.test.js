import assert from "node:assert/strict";
import { test } from "node:test";
import { module } from "./core.js";
import { Replica } from "../../../Sources/Web/core/Replica.js";
import { upgraded } from "../../../Sources/Web/store/upgraded.js";

const add = { type: "add", emojis: [{ id: "4.7", text: "🐸", x: 1, y: 2, size: 40 }] };

/** @param {Parameters<typeof upgraded>[0]} former */
function restored(former) {
    const kept = upgraded(former);
    assert.ok(kept);
    const replica = new Replica(module, { key: "00000000000000000000000000000004", name: "" });
    replica.restore(kept);
    replica.takeNews();
    return replica;
}

test("TC12 edits that version 0.2 kept are pending, settled ones and others", () => {
    const replica = restored({
        ...{ client: 4, counter: 7, epoch: "00000000000000e1" },
        edits: [
            { seq: 5, request: add, settled: true },
            { seq: 6, request: { type: "move", ids: ["4.7"], dx: 9, dy: 0 }, settled: false },
            { seq: 7, request: { type: "undo" }, settled: false },
        ],
    });
    assert.equal(replica.state.pending, 3);
    // What may have been sent has the mark that the server gave it.
    const marks = replica.kept.lines.flatMap((line) => /"mark":"(\w+)"/.exec(line)?.[1] ?? []);
    assert.equal(marks[0], "0000000400000005");
    assert.notEqual(marks[1], "0000000400000006");
    assert.equal(replica.state.client, 4);
    assert.equal(replica.view.emojis.get("4.7")?.x, 10);
    const { id: _, ...fresh } = add.emojis[0];
    assert.deepEqual(replica.edit({ type: "add", emojis: [fresh] }), ["4.8"]);
});

test("TC12 so are those from before the first welcome, and there may be none", () => {
    const edits = [{ seq: 1, request: { type: "background", url: null }, settled: false }];
    assert.equal(restored({ client: null, counter: 0, edits }).state.pending, 1);
    assert.equal(restored({ client: 4, counter: 7, edits: [] }).state.pending, 0);
    assert.equal(upgraded(null), null);
});
