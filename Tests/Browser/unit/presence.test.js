import assert from "node:assert/strict";
import { test } from "node:test";
import { Limits } from "../../../Sources/Web/model/Limits.js";
import {
    Activity,
    awayAfter,
    idleAfter,
} from "../../../Sources/Web/sync/Activity.js";
import { Members, spotOf } from "../../../Sources/Web/sync/Members.js";
import { OwnPresence } from "../../../Sources/Web/sync/OwnPresence.js";
import { edgePoint, Viewport } from "../../../Sources/Web/view/Viewport.js";
import { writeMessage } from "../../../Sources/Web/wire/writeMessage.js";

/**
 * What a presence shares at a time, as it is written.
 * @param {OwnPresence} presence
 * @param {number} now
 */
const shared = (presence, now) =>
    writeMessage({ type: "presence", ...presence.take(now) }).replace('{"type":"presence"', "{");

test("P2 who points outside of the view is at its edge, in that direction", () => {
    const viewport = new Viewport(800, 600);
    assert.equal(edgePoint(viewport, { x: 0, y: 600 }), null);
    const right = edgePoint(viewport, { x: 1_000_000, y: 300 });
    assert.deepEqual(right, { x: 724, y: 300, angle: 0 });
    const down = edgePoint(viewport, { x: 400, y: 601 });
    assert.deepEqual(down, { x: 400, y: 578, angle: Math.PI / 2 });
    const corner = edgePoint(viewport, { x: -400, y: -300 });
    assert.ok(corner && Math.abs(corner.x - 29.33) < 0.01 && corner.y === 22);
    assert.ok(corner && Math.abs(Math.tan(corner.angle) - 0.75) < 1e-9);
    const tiny = edgePoint(new Viewport(10, 10), { x: 50, y: 5 });
    assert.deepEqual(tiny, { x: 6, y: 5, angle: 0 });
});

test("P3 a member is idle after three seconds without input, and away after a minute", () => {
    const activity = new Activity(1_000);
    assert.equal(activity.at(1_000 + idleAfter - 1), "active");
    assert.equal(activity.changesAt(1_000), 1_000 + idleAfter);
    assert.equal(activity.at(1_000 + idleAfter), "idle");
    assert.equal(activity.changesAt(1_000 + idleAfter), 1_000 + awayAfter);
    assert.equal(activity.at(1_000 + awayAfter), "away");
    assert.equal(activity.changesAt(1_000 + awayAfter), null);
    activity.input(99_000);
    assert.equal(activity.at(99_000), "active");
    assert.equal(idleAfter, 3_000);
    assert.equal(awayAfter, 60_000);
});

test("P3 who has hidden the page is idle at once", () => {
    const activity = new Activity(0);
    activity.setHidden(true, 10);
    assert.equal(activity.at(10), "idle");
    assert.equal(activity.changesAt(10), 10 + awayAfter);
    activity.setHidden(false, 20);
    assert.equal(activity.at(20), "active");
});

test("PR1 PR3 signals are shared together, the latest value of each, and not twice", () => {
    const own = new OwnPresence();
    assert.equal(own.dueAt, null);
    own.signal({ activity: "active", chat: null });
    assert.equal(own.dueAt, null);
    own.signal({ laser: true, chat: "l" });
    own.signal({ chat: "look", view: { x: 0, y: 0, width: 8, height: 6 } });
    own.point({ x: 1, y: 2 });
    assert.equal(
        shared(own, 100),
        '{,"cursor":{"x":1,"y":2},"view":{"x":0,"y":0,"width":8,"height":6},"chat":"look",' +
            '"laser":true}',
    );
    own.signal({ view: { x: 0, y: 0, width: 8, height: 6 } });
    assert.equal(own.dueAt, null);
    own.signal({ chat: null });
    assert.equal(own.dueAt, 100 + Limits.presenceIntervalMilliseconds);
    assert.equal(shared(own, 200), '{,"chat":null}');
});

test("PR14 a new connection is told what is not as at first, a snapshot's all", () => {
    const own = new OwnPresence();
    own.shareAnew();
    assert.equal(own.dueAt, null);
    own.signal({ chat: "look", activity: "idle" });
    own.take(0);
    own.signal({ chat: null });
    own.shareWhole();
    assert.equal(
        shared(own, 100),
        '{,"selection":[],"cursor":null,"gesture":null,"view":null,"activity":"idle",' +
            '"chat":null,"reaction":null,"laser":false}',
    );
    own.shareAnew();
    assert.equal(shared(own, 200), '{,"activity":"idle"}');
});

test("PR2 PR22 a newcomer's signals are as at first where its patch has none", () => {
    const members = new Members();
    const view = { x: 5, y: 6, width: 8, height: 6 };
    members.receive({
        type: "presence",
        members: [{ member: 1, name: "Ada", colour: "#1565c0", chat: "look", view }],
    });
    const ada = () => members.byNumber.get(1) ?? assert.fail("Ada is not known");
    assert.deepEqual([ada().activity, ada().chat, ada().laser], ["active", "look", false]);
    assert.deepEqual(spotOf(ada()), { x: 5, y: 6 });
    members.receive({ type: "presence", members: [{ member: 1, laser: true, chat: null }] });
    assert.deepEqual([ada().activity, ada().chat, ada().laser], ["active", null, true]);
    members.receive({
        type: "presence",
        members: [{ member: 1, name: "Ada", colour: "#1565c0", cursor: { x: 1, y: 2 } }],
    });
    assert.deepEqual([ada().view, ada().laser], [null, false]);
    assert.deepEqual(spotOf(ada()), { x: 1, y: 2 });
});
