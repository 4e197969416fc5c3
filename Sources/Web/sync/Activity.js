/** Milliseconds without input after which a member is idle, and after which it is away (P3). */
export const idleAfter = 3_000;
export const awayAfter = 60_000;

/** Whether somebody is there, by when the last input was; it reads no clock. */
export class Activity {
    #lastInput;
    #isHidden = false;

    /** @param {number} now milliseconds of a clock that never goes back */
    constructor(now) {
        this.#lastInput = now;
    }

    /** There was input. */
    input(/** @type {number} */ now) {
        this.#lastInput = now;
    }

    /** The page is shown or hidden: what nobody sees is idle at once. */
    setHidden(/** @type {boolean} */ isHidden, /** @type {number} */ now) {
        this.#isHidden = isHidden;
        this.#lastInput = now;
    }

    /** @returns {Presence["activity"]} */
    at(/** @type {number} */ now) {
        const silence = now - this.#lastInput;
        if (silence >= awayAfter) return "away";
        return this.#isHidden || silence >= idleAfter ? "idle" : "active";
    }

    /** When it changes next if nothing comes; null when it does not. */
    changesAt(/** @type {number} */ now) {
        const state = this.at(now);
        if (state === "away") return null;
        return this.#lastInput + (state === "idle" ? awayAfter : idleAfter);
    }
}
