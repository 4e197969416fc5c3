/** The first bound on a wait, in milliseconds; it doubles with each attempt. */
const first = 250;
/** The last bound on a wait, in milliseconds. */
const last = 20_000;

/**
 * How long to wait before connecting again (ER5, ER6): any time up to a bound that doubles, so that
 * those who lost one server at one time do not all come back at once.
 */
export class Backoff {
    #attempts = 0;

    /** The server let this client in: the next waits begin small again. */
    welcomed() {
        this.#attempts = 0;
    }

    /**
     * @param {number | null} retryAfter milliseconds that the server asks to wait first
     * @param {() => number} chance 0 to below 1
     * @returns {number} milliseconds
     */
    next(retryAfter, chance) {
        const bound = Math.min(first * 2 ** this.#attempts, last);
        this.#attempts += 1;
        return (retryAfter ?? 0) + chance() * bound;
    }
}
