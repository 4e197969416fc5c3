import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { module } from "./core.js";
import { Replica } from "../../../Sources/Web/core/Replica.js";

const program = fileURLToPath(
    new URL("../../../.build/debug/emojiart-sequence", import.meta.url),
);
const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

for (const seed of process.env.EMOJIART_SEED ? [Number(process.env.EMOJIART_SEED)] : seeds) {
    test(`SY22 OP1 UN1 the edits of seed ${seed} come to the server's state in the core`, () => {
        const output = execFileSync(program, ["--seed", String(seed)], { encoding: "utf8" });
        const replica = new Replica(module, { key: "00000000000000000000000000000004", name: "" });
        replica.core.call("connected");
        let edits = 0;
        for (const text of output.split("\n").slice(0, -1)) {
            replica.core.call("receive", text);
            if (JSON.parse(text).type === "edit") edits += 1;
            for (const effect of replica.takeNews().effects) {
                assert.notEqual(effect.type, "violated", JSON.stringify(effect));
                assert.notEqual(effect.type, "diverged", JSON.stringify(effect));
            }
        }
        assert.ok(edits > 50, `only ${edits} edits`);
        // Each edit's checksum was that of the state here.
        assert.equal(replica.state.isSynced, true);
    });
}
