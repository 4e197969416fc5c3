import { apply } from "../model/apply.js";
import { Document } from "../model/Document.js";
import { added, isOperation, isSameOperation } from "../model/operations.js";
import { Refusal } from "../model/Refusal.js";
import { extendChain } from "../wire/chain.js";
import { DecodeError } from "../wire/DecodeError.js";
import { readServerMessage } from "../wire/readServerMessage.js";
import { writeMessage } from "../wire/writeMessage.js";
import { Members } from "./Members.js";
import { operationOf, OwnPresence } from "./OwnPresence.js";
import { PendingEdits } from "./PendingEdits.js";
import { SnapshotAssembler } from "./SnapshotAssembler.js";

/**
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("../model/operations.js").EditRequest} EditRequest
 * @typedef {import("../model/operations.js").Operation} Operation
 * @typedef {import("../wire/readPresence.js").Gesture} Gesture
 * @typedef {import("../wire/readServerMessage.js").ServerMessage} ServerMessage
 * @typedef {import("../wire/readServerMessage.js").Welcome} Welcome
 * @typedef {import("../wire/readServerMessage.js").SnapshotPart} SnapshotPart
 * @typedef {import("../wire/readServerMessage.js").Edit} Edit
 *
 * What a replica asks of the world, or tells it; in order.
 * @typedef {{type: "send", text: string}} Send
 * @typedef {{type: "keep", isBarrier: boolean}} Keep the kept edits changed; behind a barrier
 *     nothing is sent before they are kept
 * @typedef {{type: "edited", edit: Edit, isOwn: boolean}} Edited
 * @typedef {{type: "acknowledged", seq: number, ref: number, revision: number}} Acknowledged
 * @typedef {{type: "refused", seq: number, ref: number, code: string, request: EditRequest}}
 *     RefusedEffect
 * @typedef {{type: "diverged", revision: number}} Diverged must never be seen
 * @typedef {{type: "pong", number: number}} PongEffect
 * @typedef {{type: "violated", reason: string}} Violated the server does not speak this protocol
 * @typedef {{type: "joined" | "history" | "historyReplaced" | "presence" | "replaced"}} Told
 * @typedef {Send | Keep | Edited | Acknowledged | RefusedEffect | Diverged | PongEffect | Violated
 *     | Told} Effect
 *
 * closed: no connection; greeting: hello was sent; loading: the parts of a snapshot are coming;
 * resyncing: so are they, since the state differed; live: edits are applied as they come.
 * @typedef {"closed" | "greeting" | "loading" | "resyncing" | "live"} Connection
 */

/** The last seq that a welcome may tell, 2^52 - 1 (SM3): as many more can still be written. */
const welcomeSeqMax = (Number.MAX_SAFE_INTEGER - 1) / 2;

/**
 * A client's copy of a document: the confirmed state, and on top of it the own edits without an
 * answer.
 *
 * It does no I/O and reads no clock: calls add to `effects`, which the owner carries out in order
 * and clears. It works on without a connection: edits wait, and are sent again after a break until
 * each is answered; the server applies each once.
 */
export class Replica {
    /** @type {Effect[]} */
    effects = [];
    /** The state that the server has confirmed. */
    confirmed = new Document();
    /**
     * Where that stands.
     * @type {import("../wire/readServerMessage.js").Position | null}
     */
    position = null;
    /**
     * This connection's number among the members.
     * @type {number | null}
     */
    member = null;
    members = new Members();
    presence = new OwnPresence();
    pending = new PendingEdits();
    /**
     * What the next undo and redo take.
     * @type {{undo?: string, redo?: string}}
     */
    names = {};
    /** How often the state differed from the server's: must stay 0. */
    divergenceCount = 0;
    /** @type {Connection} */
    connection = "closed";

    #assembler = new SnapshotAssembler();
    /** The revision that the welcome, and the presence that came with it, stood at. */
    #welcomedRevision = 0;
    /** The revision after which the server told what the next undo and redo take. */
    #namesRevision = 0;
    /** Pending edits up to this seq are answered: `confirmed` has their effect already. */
    #confirmedSeq = 0;
    /** The seq of the latest welcome. */
    #answeredSeq = 0;
    /**
     * The confirmed state with pending edits on top.
     * @type {Document | null}
     */
    #overlay = null;

    /** @param {{key: string, name: string, colour?: string}} identity of the client */
    constructor(identity) {
        this.identity = identity;
    }

    /** Whether all own edits are durable and the state agrees with the server's (SY31). */
    get isSynced() {
        return this.connection === "live" && this.pending.list.length === 0;
    }

    /** What to show. O(1), but O(emojis + pending edits) after a change under pending edits. */
    get view() {
        if (this.pending.list.length === 0) return this.confirmed;
        if (this.#overlay) return this.#overlay;
        const view = this.confirmed.copy();
        for (const { seq, request } of this.pending.list) {
            if (seq > this.#confirmedSeq) attempt(view, request);
        }
        this.#overlay = view;
        return view;
    }

    // The connection

    /** A connection to the document is open: says hello. */
    connected() {
        this.connection = "greeting";
        this.pending.unsend();
        this.#send({ type: "hello", ...this.identity, ...this.position });
    }

    /** The connection is gone. Everything is kept but the members. */
    disconnected() {
        this.connection = "closed";
        this.member = null;
        this.members = new Members();
        this.pending.unsend();
        this.#assembler = new SnapshotAssembler();
        this.presence.shareAnew();
        this.effects.push({ type: "presence" });
    }

    /** @param {import("../wire/writeMessage.js").ClientMessage} message */
    #send(message) {
        this.effects.push({ type: "send", text: writeMessage(message) });
    }

    // Own edits

    /**
     * Makes an edit: shows it at once, and sends it when it can.
     * @param {EditRequest} request
     * @returns {number} the edit's `ref`, by which its answer is told
     */
    edit(request) {
        const { ref } = this.pending.append(request, this.#isWelcomed);
        if (this.#overlay) attempt(this.#overlay, request);
        this.effects.push({ type: "keep", isBarrier: false });
        this.#sendPending();
        return ref;
    }

    get #isWelcomed() {
        return this.connection !== "closed" && this.connection !== "greeting";
    }

    #sendPending() {
        if (this.connection !== "live") return;
        for (const { seq, request } of this.pending.unsent()) {
            this.#send({ type: "edit", seq, operation: request });
            this.presence.resume(added(request).map(({ id }) => id));
        }
    }

    /**
     * Takes out an edit that was answered.
     * @param {number} seq
     * @param {boolean} isShown whether the confirmed state has now just what was shown of it
     */
    #take(seq, isShown) {
        const edit = this.pending.take(seq);
        if (!edit) return null;
        // With nothing pending no edit keeps the overlay up to date.
        if (!isShown || this.pending.list.length === 0) this.#overlay = null;
        this.effects.push({ type: "keep", isBarrier: false });
        return edit;
    }

    // Presence

    /** Ends the gesture in flight: exactly one edit, or none when it did nothing. */
    endGesture() {
        const { gesture } = this.presence;
        const operation = gesture && operationOf(gesture);
        if (!operation) return this.cancelGesture();
        this.presence.endGesture();
        this.edit(operation);
    }

    /** Cancels the gesture in flight: no edit. */
    cancelGesture() {
        if (this.presence.gesture) this.presence.setGesture(null);
    }

    /**
     * Sends the presence that is due. The owner calls this when it changed and at the time that was
     * returned last.
     * @param {number} now milliseconds of a clock that never goes back
     * @returns {number | null} when to call again; null for when it changes
     */
    sharePresence(now) {
        const due = this.presence.dueAt;
        if (due === null || this.connection !== "live") return null;
        if (now < due) return due;
        this.#send({ type: "presence", ...this.presence.take(now) });
        return null;
    }

    // What the server says

    /**
     * A message of the server arrived.
     * @param {string} text
     */
    receive(text) {
        try {
            const message = readServerMessage(text);
            if (message) this.#receive(message, text);
        } catch (error) {
            if (!(error instanceof DecodeError)) throw error;
            this.#violate(error.message);
        }
    }

    /** @param {string} reason */
    #violate(reason) {
        this.effects.push({ type: "violated", reason });
    }

    /**
     * @param {ServerMessage} message
     * @param {string} text
     */
    #receive(message, text) {
        switch (message.type) {
            case "edit":
                return this.#receiveEdit(message, text);
            case "presence":
                this.members.receive(message);
                this.effects.push({ type: "presence" });
                return;
            case "ack":
                return this.#receiveAck(message.seq, message.revision);
            case "refused":
                return this.#receiveRefused(message.seq, message.code);
            case "welcome":
                return this.#receiveWelcome(message);
            case "snapshot":
                return this.#receivePart(message);
            case "history":
                return this.#receiveHistory(message);
            case "pong":
                this.effects.push({ type: "pong", number: message.number });
        }
    }

    /** @param {Welcome} welcome */
    #receiveWelcome(welcome) {
        const { epoch, revision, resumed, seq } = welcome;
        if (this.connection !== "greeting") return this.#violate("welcome comes once");
        if (resumed && !this.position) return this.#violate("nothing to resume");
        if (seq === undefined) return this.#violate("client is missing");
        if (seq > welcomeSeqMax) return this.#violate("no seqs are left");
        if (this.position && (welcome.forked || this.position.epoch !== epoch)) {
            this.effects.push({ type: "historyReplaced" });
        }
        this.member = welcome.member;
        this.#welcomedRevision = revision;
        this.#namesRevision = revision;
        this.names = { undo: welcome.undo, redo: welcome.redo };
        this.#adopt(welcome, seq);
        if (resumed) {
            this.#becomeLive();
        } else {
            this.#answeredSeq = seq;
            this.connection = "loading";
        }
    }

    /**
     * From here on edits are sent under seqs that are final now. A store that still takes them for
     * never sent would have them numbered anew, and they would count twice: so it is told first.
     * @param {Welcome} welcome
     * @param {number} seq
     */
    #adopt(welcome, seq) {
        const { hasChanged, answered, names } = this.pending.adopt(welcome, [
            ...this.presence.selection,
            ...(this.presence.gesture?.ids ?? []),
        ]);
        this.presence.rename(names);
        this.#confirmedSeq = Math.min(this.#confirmedSeq, seq);
        this.#overlay = null;
        for (const edit of answered) this.#acknowledge(edit, welcome.revision);
        if (hasChanged) this.effects.push({ type: "keep", isBarrier: true });
    }

    #becomeLive() {
        this.connection = "live";
        this.effects.push({ type: "joined" });
        this.#sendPending();
        this.presence.shareAnew();
    }

    /** @param {SnapshotPart} part */
    #receivePart(part) {
        if (!this.#isWelcomed) return this.#violate("a snapshot comes after the welcome");
        if (!this.#assembler.append(part)) return this.#violate("a snapshot's parts come in order");
        if (!part.last) return;
        const snapshot = this.#assembler.take();
        if (!snapshot) return this.#violate("a snapshot names an emoji once");
        const { document, header } = snapshot;
        if (String(document.checksum) !== header.checksum) {
            return this.#violate("the snapshot's checksum is not its state's");
        }
        const { epoch, revision, chain } = header;
        const isFirst = this.connection === "loading";
        if (isFirst) this.#confirmedSeq = this.#answeredSeq;
        this.confirmed = document;
        this.position = { epoch, revision, chain };
        this.#overlay = null;
        const { emojis } = this.view;
        this.presence.deselect((id) => !emojis.has(id));
        this.effects.push({ type: "replaced" });
        if (isFirst) return this.#becomeLive();
        this.connection = "live";
        // The snapshot stands for edits that will not come, own ones perhaps among them: sent
        // again, each is answered.
        this.pending.unsend();
        this.#sendPending();
        this.presence.shareAnew();
    }

    /**
     * @param {Edit} edit
     * @param {string} text
     */
    #receiveEdit(edit, text) {
        const { position } = this;
        // While a snapshot is awaited, edits before it mean nothing.
        if (this.connection !== "live" || !position || edit.revision <= position.revision) return;
        const isOwn = edit.client === this.pending.client;
        const isShown = isOwn && this.#isAsShown(edit);
        if (!isShown) this.#overlay = null;
        if (edit.revision !== position.revision + 1 || !this.#apply(edit)) {
            return this.#diverge(edit.revision);
        }
        const { epoch, chain } = position;
        this.position = { epoch, revision: edit.revision, chain: extendChain(chain, text) };
        if (isOwn) this.#takeNames(edit);
        this.#settlePresence(edit);
        this.effects.push({ type: "edited", edit, isOwn });
        const own = isOwn ? this.#take(edit.seq, isShown) : null;
        if (!own) return;
        this.#acknowledge(own, edit.revision);
        this.#sendPending();
    }

    /**
     * Applies an edit; whether it did here what it did at the server.
     * @param {Edit} edit
     */
    #apply({ operation, checksum }) {
        const effect = attempt(this.confirmed, operation);
        return (
            effect !== null &&
            isSameOperation(effect, operation) &&
            String(this.confirmed.checksum) === checksum
        );
    }

    /**
     * Whether an own edit does what the edit that is pending first was shown to do: then what is
     * shown stays right, and a thousand answers in a row do not make it anew each time.
     * @param {Edit} edit
     */
    #isAsShown(edit) {
        const first = this.pending.list[0];
        return (
            first?.seq === edit.seq &&
            edit.seq > this.#confirmedSeq &&
            isSameOperation(first.request, edit.operation)
        );
    }

    /**
     * What is left after an undo or redo is told by `history`.
     * @param {Edit} edit
     */
    #takeNames({ revision, operation, ...walk }) {
        const isWalk = walk.undo !== undefined || walk.redo !== undefined;
        if (revision <= this.#namesRevision || isWalk || operation.type === "none") return;
        this.names = { undo: operation.type };
    }

    /** @param {Edit} edit */
    #settlePresence({ client, revision, operation }) {
        const deleted = new Set(operation.type === "delete" ? operation.ids : []);
        if (deleted.size > 0) this.presence.deselect((id) => deleted.has(id));
        // The members' presence came with the welcome: it knows of the edits before that already.
        if (revision <= this.#welcomedRevision) return;
        if (this.members.endGesture(client)) this.effects.push({ type: "presence" });
        if (deleted.size > 0) this.members.deselect(deleted);
    }

    /**
     * @param {number} seq
     * @param {number} revision
     */
    #receiveAck(seq, revision) {
        // If its own message is still to come, it stays pending, so that it does not flicker.
        if (!this.position || revision > this.position.revision) return;
        const edit = this.#take(seq, false);
        if (!edit) return;
        this.#deselectMissing(edit.request);
        this.#acknowledge(edit, revision);
        this.#sendPending();
    }

    /**
     * @param {number} seq
     * @param {string} code
     */
    #receiveRefused(seq, code) {
        const edit = this.#take(seq, false);
        if (!edit) return;
        this.#deselectMissing(edit.request);
        const { ref, request } = edit;
        this.effects.push({ type: "refused", seq, ref, code, request });
        this.#sendPending();
    }

    /**
     * @param {{seq: number, ref: number}} edit
     * @param {number} revision
     */
    #acknowledge({ seq, ref }, revision) {
        this.effects.push({ type: "acknowledged", seq, ref, revision });
    }

    /**
     * Drops emojis that were only there because their add was pending.
     * @param {EditRequest} request
     */
    #deselectMissing(request) {
        const missing = new Set(added(request).map(({ id }) => id));
        this.presence.deselect((id) => missing.has(id) && !this.confirmed.emojis.has(id));
    }

    /** @param {import("../wire/readServerMessage.js").History} history */
    #receiveHistory({ revision, undo, redo }) {
        // It may be here before the edits up to its revision, which then change no names.
        if (!this.#isWelcomed || revision < this.#namesRevision) return;
        this.#namesRevision = revision;
        this.names = { undo, redo };
        this.effects.push({ type: "history" });
    }

    /** @param {number} revision */
    #diverge(revision) {
        this.divergenceCount += 1;
        this.effects.push({ type: "diverged", revision });
        this.connection = "resyncing";
        // If the connection breaks now, the next one brings a snapshot.
        this.position = null;
        this.#assembler = new SnapshotAssembler();
        this.#send({ type: "resync", revision });
    }
}

/**
 * Applies what is asked for, as far as it can be known here: a refusal, an undo and a redo do
 * nothing.
 * @param {Document} document
 * @param {EditRequest} request
 * @returns {Operation | null} the effective operation; null for none
 */
function attempt(document, request) {
    if (!isOperation(request)) return null;
    try {
        return apply(document, request);
    } catch (error) {
        if (error instanceof Refusal) return null;
        throw error;
    }
}
