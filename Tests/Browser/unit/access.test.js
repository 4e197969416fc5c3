import assert from "node:assert/strict";
import { test } from "node:test";
import { Replica } from "../../../Sources/Web/sync/Replica.js";
import { snapshot, welcome } from "./greeting.js";

/**
 * What a replica sends, by type.
 * @param {Replica} replica
 */
const sent = (replica) =>
    replica.effects
        .splice(0)
        .flatMap((effect) => (effect.type === "send" ? [JSON.parse(effect.text)] : []));

/** @param {object} [fields] of the welcome */
function joined(fields = {}) {
    const replica = new Replica({ key: "00000000000000000000000000000001", name: "" });
    replica.renew("a.b.c");
    replica.connected();
    const [hello] = sent(replica);
    replica.receive(welcome(fields));
    replica.receive(snapshot);
    return { replica, hello };
}

test("AC1 AC7 the token goes with the hello, and another one at once", () => {
    const { replica, hello } = joined();
    assert.equal(hello.token, "a.b.c");
    replica.renew("d.e.f");
    assert.deepEqual(sent(replica), [{ type: "token", token: "d.e.f" }]);
    replica.disconnected();
    replica.connected();
    assert.equal(sent(replica)[0].token, "d.e.f");
});

test("AC15 edits of a viewer wait, and go when it may edit", () => {
    const { replica } = joined({ access: { role: "viewer", user: "ada" } });
    assert.equal(replica.mayEdit, false);
    sent(replica);
    replica.edit({ type: "background", url: null });
    assert.deepEqual(sent(replica), []);
    replica.receive('{"type":"access","role":"editor","user":"ada"}');
    assert.equal(replica.mayEdit, true);
    assert.equal(sent(replica)[0].type, "edit");
});

test("AC15 an edit that was answered is sent again by a viewer, to be told so", () => {
    const { replica } = joined();
    replica.edit({ type: "background", url: null });
    assert.equal(sent(replica).length, 1);
    replica.disconnected();
    replica.connected();
    replica.receive(welcome({ revision: 1, seq: 1, access: { role: "viewer" } }));
    replica.receive(snapshot.replace('"revision":0', '"revision":1'));
    replica.edit({ type: "background", url: null });
    assert.deepEqual(
        sent(replica).flatMap(({ seq }) => seq ?? []),
        [1],
    );
});

test("AC6 without tokens everybody edits, and an unknown role is an error", () => {
    assert.equal(joined().replica.mayEdit, true);
    const { replica } = joined({ access: { role: "king" } });
    assert.ok(replica.effects.some(({ type }) => type === "violated"));
});
