import assert from "node:assert/strict";
import { test } from "node:test";
import {
    GestureRecogniser,
} from "../../../Sources/Web/gestures/GestureRecogniser.js";

/** A hand on a canvas: says what its fingers do, and gathers what that meant. */
class Hand {
    /** @param {string[]} selection */
    constructor(selection = [], isTouch = true) {
        this.selection = selection;
        this.isTouch = isTouch;
        this.time = 0;
        this.told = [];
        this.recogniser = new GestureRecogniser(() => this.selection);
    }

    #input(type, pointer, x, y, more) {
        this.time += 10;
        const input = { type, pointer, x, y, time: this.time, isTouch: this.isTouch, ...more };
        this.told.push(...this.recogniser.handle(input));
        return this;
    }

    down(pointer, x, y, more = {}) {
        return this.#input("down", pointer, x, y, more);
    }

    move(pointer, x, y) {
        return this.#input("move", pointer, x, y, {});
    }

    up(pointer, x = 0, y = 0) {
        return this.#input("up", pointer, x, y, {});
    }

    lose(pointer) {
        return this.#input("cancel", pointer, 0, 0, {});
    }

    wait(milliseconds) {
        this.time += milliseconds;
        this.told.push(...this.recogniser.elapsed(this.time));
        return this;
    }

    get types() {
        return this.told.map(({ type }) => type);
    }

    of(type) {
        return this.told.filter((gesture) => gesture.type === type);
    }
}

test("R3 R4 G1 a short press is a tap on what is under it", () => {
    const hand = new Hand().down(1, 10, 20, { target: "1.1" }).move(1, 13, 22).up(1);
    assert.deepEqual(hand.told, [{ type: "tap", target: "1.1", point: { x: 10, y: 20 } }]);
});

test("R6 H11 a drag that starts on a selected emoji moves all that is selected", () => {
    const hand = new Hand(["1.1", "1.2"]).down(1, 0, 0, { target: "1.2" });
    hand.move(1, 3, 0).move(1, 10, 5).move(1, 20, -5).up(1);
    assert.deepEqual(hand.types, ["moveStart", "move", "move", "moveEnd"]);
    assert.deepEqual(hand.told[0].ids, ["1.1", "1.2"]);
    const { dx, dy } = hand.told[2];
    assert.deepEqual({ dx, dy }, { dx: 20, dy: -5 });
});

test("X1a X1b a drag of an emoji that is not selected moves it alone", () => {
    const hand = new Hand(["1.1"]).down(1, 0, 0, { target: "1.9" }).move(1, 10, 0).up(1);
    assert.deepEqual(hand.told[0], { type: "moveStart", ids: ["1.9"], copies: false });
    assert.ok(!hand.types.includes("tap"));
});

test("R7 R7b a drag that starts on no emoji pans, with and without a selection", () => {
    for (const selection of [[], ["1.1"]]) {
        const hand = new Hand(selection).down(1, 0, 0).move(1, 10, 0).move(1, 12, 7).up(1);
        assert.deepEqual(hand.types, ["pan", "pan"]);
        assert.equal(hand.of("pan").reduce((sum, { dx }) => sum + dx, 0), 12);
        assert.equal(hand.of("pan").reduce((sum, { dy }) => sum + dy, 0), 7);
    }
});

test("W3 a drag begins after 6 pixels of a finger and 4 of a mouse", () => {
    for (const [isTouch, still, drag] of [[true, 5, 6], [false, 3, 4]]) {
        assert.deepEqual(new Hand([], isTouch).down(1, 0, 0).move(1, still, 0).types, []);
        assert.deepEqual(new Hand([], isTouch).down(1, 0, 0).move(1, drag, 0).types, ["pan"]);
    }
});

test("R8 W6 a pinch with a selection scales it, from 1, by the ratio of the distances", () => {
    const hand = new Hand(["1.1"]).down(1, 100, 100).down(2, 200, 100);
    hand.move(2, 200, 100).move(2, 300, 100).move(1, 0, 100).up(2).up(1);
    assert.deepEqual(hand.types, ["scaleStart", "scale", "scale", "scale", "scaleEnd"]);
    assert.deepEqual(hand.of("scale").map(({ factor }) => factor), [1, 2, 3]);
});

test("R9 W7 a pinch without a selection zooms about the middle of the fingers", () => {
    const hand = new Hand().down(1, 100, 100).down(2, 200, 100).move(2, 300, 140).up(1).up(2);
    assert.deepEqual(hand.types, ["zoom"]);
    const { factor, about, dx, dy } = hand.told[0];
    assert.ok(Math.abs(factor - Math.hypot(200, 40) / 100) < 1e-9);
    assert.deepEqual({ about, dx, dy }, { about: { x: 150, y: 100 }, dx: 50, dy: 20 });
});

test("R9b what a pinch does is decided when it starts", () => {
    const hand = new Hand(["1.1"]).down(1, 0, 0).down(2, 100, 0).move(2, 150, 0);
    hand.selection = [];
    hand.move(2, 200, 0).up(1).up(2);
    assert.ok(!hand.types.includes("zoom"));
    const other = new Hand().down(1, 0, 0).down(2, 100, 0).move(2, 150, 0);
    other.selection = ["1.1"];
    assert.deepEqual(other.move(2, 200, 0).up(1).types, ["zoom", "zoom"]);
});

test("G8 a second finger cancels a drag and makes it a pinch", () => {
    const hand = new Hand(["1.1"]).down(1, 0, 0, { target: "1.1" }).move(1, 20, 0);
    hand.down(2, 120, 0).move(2, 220, 0).up(2).up(1);
    const told = ["moveStart", "move", "cancel", "scaleStart", "scale", "scaleEnd"];
    assert.deepEqual(hand.types, told);
    assert.equal(hand.of("scale")[0].factor, 2);
});

test("W6 a finger that is lifted first ends the pinch without a jump", () => {
    const hand = new Hand().down(1, 0, 0).down(2, 100, 0).move(2, 200, 0).up(1).move(2, 900, 900);
    assert.deepEqual(hand.types, ["zoom"]);
    assert.deepEqual(hand.up(2).down(3, 5, 5).up(3).types, ["zoom", "tap"]);
});

test("G9 a third finger is ignored, also when it is lifted", () => {
    const hand = new Hand(["1.1"]).down(1, 0, 0).down(2, 100, 0).down(3, 500, 500);
    hand.move(3, 600, 600).up(3).move(2, 200, 0).up(1).up(2);
    assert.deepEqual(hand.of("scale").at(-1), { type: "scale", factor: 2 });
    assert.deepEqual(hand.types.filter((type) => type !== "scale"), ["scaleStart", "scaleEnd"]);
});

test("G6 a press that stays for half a second opens a menu, and is no tap", () => {
    const hand = new Hand().down(1, 7, 8, { target: "1.1" });
    assert.equal(hand.recogniser.longPressAt, 510);
    hand.wait(499).wait(1).up(1);
    assert.deepEqual(hand.told, [{ type: "menu", target: "1.1", point: { x: 7, y: 8 } }]);
    assert.deepEqual(new Hand().down(1, 0, 0).move(1, 7, 0).wait(600).types, ["pan"]);
});

test("G6 a mouse that stays before it is dragged opens no menu", () => {
    const hand = new Hand([], false).down(1, 0, 0, { isMouse: true });
    assert.equal(hand.recogniser.longPressAt, null);
    assert.deepEqual(hand.wait(5_000).move(1, 9, 0).up(1).types, ["pan"]);
});

test("G1 L14-5 two quick taps on the canvas are a double tap; two slow ones are not", () => {
    const tap = (hand) => hand.down(1, 50, 50).up(1);
    const quick = new Hand();
    tap(quick);
    tap(quick);
    assert.deepEqual(quick.types, ["tap", "doubleTap"]);
    assert.deepEqual(tap(quick).types, ["tap", "doubleTap", "tap"]);
    const slow = new Hand();
    tap(slow).wait(301);
    assert.deepEqual(tap(slow).types, ["tap", "tap"]);
});

test("G1 two quick taps on an emoji are two taps", () => {
    const hand = new Hand();
    for (let count = 0; count < 2; count += 1) hand.down(1, 5, 5, { target: "1.1" }).up(1);
    assert.deepEqual(hand.types, ["tap", "tap"]);
});

test("G1 a quick tap of two fingers is told, and scales nothing", () => {
    const hand = new Hand().down(1, 0, 0).down(2, 100, 0).up(1).up(2);
    assert.deepEqual(hand.types, ["twoFingerTap"]);
    const selected = new Hand(["1.1"]).down(1, 0, 0).down(2, 100, 0).up(1).up(2);
    assert.deepEqual(selected.types, ["scaleStart", "cancel", "twoFingerTap"]);
});

test("G1 G8 a finger that was dragging is no tap when another one comes", () => {
    const hand = new Hand().down(1, 0, 0, { target: "1.1" }).move(1, 20, 0).down(2, 120, 0);
    assert.deepEqual(hand.up(1).up(2).types, ["moveStart", "move", "cancel"]);
});

test("G7 after a pointer was taken away the next one means what it does", () => {
    /** @type {[string, (hand: Hand) => Hand][]} */
    const lost = [
        ["a press", (hand) => hand.down(1, 0, 0, { target: "1.1" }).lose(1)],
        ["a press on nothing", (hand) => hand.down(1, 0, 0).lose(1)],
        ["a drag", (hand) => hand.down(1, 0, 0, { target: "1.1" }).move(1, 20, 0).lose(1)],
        ["a pan", (hand) => hand.down(1, 0, 0).move(1, 20, 0).lose(1)],
        ["a long press", (hand) => hand.down(1, 0, 0).wait(600).lose(1)],
        ["a pinch, of one finger", (hand) => hand.down(1, 0, 0).down(2, 90, 0).lose(1).up(2)],
        ["a pinch, of both", (hand) => hand.down(1, 0, 0).down(2, 90, 0).lose(2).lose(1)],
    ];
    for (const [name, begin] of lost) {
        const hand = begin(new Hand());
        hand.told = [];
        hand.wait(1000).down(7, 50, 50, { target: "1.2" }).up(7);
        assert.deepEqual(hand.types, ["tap"], name);
        hand.down(8, 0, 0).move(8, 30, 0).up(8);
        assert.deepEqual(hand.types, ["tap", "pan"], name);
        hand.down(9, 0, 0).down(10, 100, 0).move(10, 200, 0).up(9).up(10);
        assert.deepEqual(hand.types, ["tap", "pan", "zoom"], name);
    }
});

test("G9 a third finger that is taken away ends nothing", () => {
    const hand = new Hand(["1.1"]).down(1, 0, 0).down(2, 100, 0).down(3, 50, 50).lose(3);
    assert.deepEqual(hand.move(2, 200, 0).up(1).up(2).types, ["scaleStart", "scale", "scaleEnd"]);
});

test("G7 H10 a cancelled gesture says so once, and its pointers mean nothing any more", () => {
    const hand = new Hand(["1.1"]).down(1, 0, 0, { target: "1.1" }).move(1, 20, 0).lose(1);
    assert.deepEqual(hand.types, ["moveStart", "move", "cancel"]);
    const keyed = new Hand(["1.1"]).down(1, 0, 0, { target: "1.1" }).move(1, 20, 0);
    keyed.told.push(...keyed.recogniser.cancel());
    keyed.move(1, 50, 0).up(1);
    assert.deepEqual(keyed.types, ["moveStart", "move", "cancel"]);
    assert.deepEqual(keyed.down(1, 0, 0).up(1).types.at(-1), "tap");
});

test("Shift and a drag on the canvas draw a marquee; alt and a drag of an emoji copy", () => {
    const hand = new Hand([], false).down(1, 0, 0, { shift: true }).move(1, 30, 40).up(1);
    assert.deepEqual(hand.types, ["marquee", "marqueeEnd"]);
    const [from, to] = [{ x: 0, y: 0 }, { x: 30, y: 40 }];
    assert.deepEqual(hand.told[1], { type: "marqueeEnd", from, to });
    const copy = new Hand([], false).down(1, 0, 0, { target: "1.1", alt: true }).move(1, 9, 0);
    assert.equal(copy.told[0].copies, true);
});

test("a pointer that pans does so wherever it goes down", () => {
    const hand = new Hand(["1.1"], false).down(1, 0, 0, { target: "1.1", pans: true });
    assert.deepEqual(hand.move(1, 30, 40).up(1).types, ["pan"]);
});
