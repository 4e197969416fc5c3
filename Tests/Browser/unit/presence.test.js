import assert from "node:assert/strict";
import { test } from "node:test";
import "./core.js";
import { spotOf } from "../../../Sources/Web/core/Replica.js";
import { Activity, awayAfter, idleAfter } from "../../../Sources/Web/sync/Activity.js";
import { edgePoint, Viewport } from "../../../Sources/Web/view/Viewport.js";

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

test("P10 a member who points nowhere is in the middle of its view", () => {
    const signals = { gesture: null, activity: "active", chat: null, reaction: null, laser: false };
    const member = { name: "", colour: "#1565c0", selection: [], ...signals };
    const view = { x: 3, y: 4, width: 9, height: 9 };
    assert.deepEqual(spotOf({ ...member, cursor: null, view }), { x: 3, y: 4 });
    assert.deepEqual(spotOf({ ...member, cursor: { x: 1, y: 2 }, view }), { x: 1, y: 2 });
    assert.equal(spotOf({ ...member, cursor: null, view: null }), null);
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
