import assert from "node:assert/strict";
import { test } from "node:test";
import { Document } from "../../../Sources/Web/model/Document.js";
import { attempt } from "../../../Sources/Web/model/apply.js";
import { Replica } from "../../../Sources/Web/sync/Replica.js";
import { snapshot, welcome } from "./greeting.js";

/** Two edits that another client made from an empty document, as the server tells them. */
const edits = (() => {
    const document = new Document();
    return [1, 2].map((revision) => {
        const emoji = { id: `2.${revision}`, text: "🌲", x: revision, y: 0, size: 40 };
        /** @type {any} */
        const operation = { type: "add", emojis: [emoji] };
        attempt(document, operation);
        return JSON.stringify({
            ...{ type: "edit", revision, client: 2, seq: revision, time: 1, operation },
            checksum: String(document.checksum),
        });
    });
})();

/** @param {Replica} replica */
const effects = (replica) =>
    replica.effects.splice(0).flatMap(({ type }) => (/edited|joined/.test(type) ? [type] : []));

test("SY34 a newcomer has joined once it has what its snapshot lacks", () => {
    const replica = new Replica({ key: "00000000000000000000000000000001", name: "" });
    replica.connected();
    replica.receive(welcome({ revision: 2 }));
    replica.receive(snapshot);
    replica.receive(edits[0]);
    assert.deepEqual(effects(replica), ["edited"]);
    assert.equal(replica.isSynced, false);
    replica.receive(edits[1]);
    assert.deepEqual(effects(replica), ["edited", "joined"]);
    assert.equal(replica.isSynced, true);
    assert.equal(replica.divergenceCount, 0);
});

test("SY34 a client that resumes has joined once it has what it missed", () => {
    const replica = new Replica({ key: "00000000000000000000000000000001", name: "" });
    replica.connected();
    replica.receive(welcome({}));
    replica.receive(snapshot);
    replica.receive(edits[0]);
    replica.disconnected();
    assert.equal(replica.isSynced, false);
    replica.connected();
    effects(replica);
    replica.receive(welcome({ revision: 2, resumed: true }));
    assert.deepEqual(effects(replica), []);
    replica.receive(edits[1]);
    assert.deepEqual(effects(replica), ["edited", "joined"]);
});

test("SY33 a snapshot without a welcome shows no pending edit twice", () => {
    const replica = new Replica({ key: "00000000000000000000000000000001", name: "" });
    replica.connected();
    replica.receive(welcome({ revision: 1, client: 2, seq: 1, counter: 1 }));
    const start = { ...JSON.parse(snapshot), revision: 1 };
    const document = new Document();
    const tree = { id: "2.1", text: "🌲", x: 0, y: 0, size: 40 };
    attempt(document, /** @type {any} */ ({ type: "add", emojis: [tree] }));
    /** @param {number} seq */
    const held = (seq) =>
        JSON.stringify({
            ...{ ...start, seq, stackTop: 1, checksum: String(document.checksum) },
            emojis: [...document.emojis.values()].map(({ id, text, x, y, size, z }) => {
                return { id, text, x, y, size, z };
            }),
        });
    const shown = () => replica.view.emojis.get("2.1")?.x;
    replica.receive(held(1));
    /** @type {any} */
    const move = { type: "move", ids: ["2.1"], dx: 1, dy: 0 };
    replica.edit(move);
    replica.edit(move);
    assert.equal(shown(), 2);
    attempt(document, move);
    replica.receive(held(2));
    assert.equal(shown(), 2);
});
