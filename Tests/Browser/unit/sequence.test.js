import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Replica } from "../../../Sources/Web/sync/Replica.js";

const program = fileURLToPath(
    new URL("../../../.build/debug/emojiart-sequence", import.meta.url),
);
const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

for (const seed of process.env.EMOJIART_SEED ? [Number(process.env.EMOJIART_SEED)] : seeds) {
    test(`SY22 OP1 UN1 the edits of seed ${seed} come to Swift's state here`, () => {
        const output = execFileSync(program, ["--seed", String(seed)], { encoding: "utf8" });
        const messages = output.split("\n").slice(0, -1);
        const replica = new Replica({ key: "00000000000000000000000000000004", name: "" });
        replica.connected();
        let edits = 0;
        /** @type {string | undefined} */
        let checksum;
        for (const text of messages) {
            replica.receive(text);
            const message = JSON.parse(text);
            if (message.type === "edit") edits += 1;
            checksum = message.checksum ?? checksum;
            assert.equal(replica.divergenceCount, 0, text);
            for (const effect of replica.effects.splice(0)) {
                assert.notEqual(effect.type, "violated", JSON.stringify(effect));
                assert.notEqual(effect.type, "diverged", JSON.stringify(effect));
            }
        }
        assert.ok(edits > 50, `only ${edits} edits`);
        assert.equal(String(replica.confirmed.checksum), checksum);
        assert.equal(replica.isSynced, true);
    });
}
