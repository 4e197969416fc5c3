/** What the latest welcome told of where this client stands, and whether it has come that far. */
export class Welcomed {
    /** The revision that the welcome, and the presence that came with it, stood at. */
    revision = 0;
    /** The last answered seq. */
    seq = 0;
    /** Whether this connection has told all edits up to the revision (SY34). */
    isReached = false;

    /** @param {import("../wire/readServerMessage.js").Welcome} welcome */
    begin({ revision, seq = 0 }) {
        this.revision = revision;
        this.seq = seq;
    }

    /**
     * The state stands at a position: says once on a connection that nothing is missing which was
     * durable when it was welcomed. Who looked earlier would miss edits that it was told of.
     * @param {{revision: number} | null} position null for nowhere
     * @param {import("./effects.js").Effect[]} effects
     */
    reach(position, effects) {
        if (this.isReached || !position || position.revision < this.revision) return;
        this.isReached = true;
        effects.push({ type: "joined" });
    }
}
