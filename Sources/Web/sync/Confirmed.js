import { attempt } from "../model/apply.js";
import { Document } from "../model/Document.js";
import { isSameOperation } from "../model/operations.js";
import { extendChain, startOfChain } from "../wire/chain.js";
import { DecodeError } from "../wire/DecodeError.js";
import { SnapshotAssembler } from "./SnapshotAssembler.js";

/** The state that the server has confirmed, and where it stands in the history. */
export class Confirmed {
    document = new Document();
    /** @type {import("../wire/readServerMessage.js").Position | null} */
    position = null;
    #assembler = new SnapshotAssembler();

    /** Forgets the parts of a snapshot that did not come to its end. */
    forgetParts() {
        this.#assembler = new SnapshotAssembler();
    }

    /**
     * The state is that before the first edit of a history.
     * @param {string} epoch
     */
    standAtStart(epoch) {
        this.position = { epoch, revision: 0, chain: startOfChain };
    }

    /** The state stands nowhere: only a snapshot helps. */
    standNowhere() {
        this.position = null;
        this.forgetParts();
    }

    /**
     * Takes a part of a snapshot.
     * @param {import("../wire/readServerMessage.js").SnapshotPart} part
     * @returns {import("../wire/readServerMessage.js").SnapshotHeader | null} the header after the
     *     last one: the state is the snapshot's now
     * @throws {DecodeError} the server is not one of this protocol
     */
    receivePart(part) {
        if (!this.#assembler.append(part)) {
            throw new DecodeError("a snapshot's parts come in order");
        }
        if (!part.last) return null;
        const snapshot = this.#assembler.take();
        if (!snapshot) throw new DecodeError("a snapshot names an emoji once");
        const { epoch, revision, chain, checksum } = snapshot.header;
        if (String(snapshot.document.checksum) !== checksum) {
            throw new DecodeError("the snapshot's checksum is not its state's");
        }
        this.document = snapshot.document;
        this.position = { epoch, revision, chain };
        return snapshot.header;
    }

    /**
     * Applies the next edit.
     * @param {import("../wire/readServerMessage.js").Edit} edit
     * @param {string} text the message as it came
     * @returns {boolean} whether it did here what it did at the server
     */
    apply({ revision, operation, checksum }, text) {
        if (!this.position || revision !== this.position.revision + 1) return false;
        const effect = attempt(this.document, operation);
        if (!effect || !isSameOperation(effect, operation)) return false;
        if (String(this.document.checksum) !== checksum) return false;
        const { epoch, chain } = this.position;
        this.position = { epoch, revision, chain: extendChain(chain, text) };
        return true;
    }
}
