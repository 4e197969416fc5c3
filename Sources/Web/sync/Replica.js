import { added, deletedIDs } from "../model/operations.js";
import { DecodeError } from "../wire/DecodeError.js";
import { readServerMessage } from "../wire/readServerMessage.js";
import { writeMessage } from "../wire/writeMessage.js";
import { Confirmed } from "./Confirmed.js";
import { Members } from "./Members.js";
import { Overlay } from "./Overlay.js";
import { operationOf, OwnPresence } from "./OwnPresence.js";
import { PendingEdits } from "./PendingEdits.js";
import { Permission } from "./Permission.js";
import { UndoNames } from "./UndoNames.js";
import { Welcomed } from "./Welcomed.js";
import { welcomeFault } from "./welcomeFault.js";

/**
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("../model/operations.js").EditRequest} EditRequest
 * @typedef {import("../wire/readServerMessage.js").ServerMessage} ServerMessage
 * @typedef {import("../wire/readServerMessage.js").Welcome} Welcome
 * @typedef {import("../wire/readServerMessage.js").SnapshotPart} SnapshotPart
 * @typedef {import("../wire/readServerMessage.js").Edit} Edit
 *
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./welcomeFault.js").Connection} Connection
 */

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
    #confirmed = new Confirmed();
    /**
     * This connection's number among the members.
     * @type {number | null}
     */
    member = null;
    members = new Members();
    presence = new OwnPresence();
    pending = new PendingEdits();
    names = new UndoNames();
    /** How often the state differed from the server's: must stay 0. */
    divergenceCount = 0;
    /** @type {Connection} */
    connection = "closed";

    #welcomed = new Welcomed();
    #overlay = new Overlay();
    #permission = new Permission();

    /** @param {{key: string, name: string, colour?: string}} identity of the client */
    constructor(identity) {
        this.identity = identity;
    }

    /** The state that the server has confirmed. */
    get confirmed() {
        return this.#confirmed.document;
    }

    /** Where the confirmed state stands in the history; null when nowhere. */
    get position() {
        return this.#confirmed.position;
    }

    /** Whether all own edits are durable and the state agrees with the server's (SY31). */
    get isSynced() {
        const isLive = this.connection === "live" && this.#welcomed.isReached;
        return isLive && this.pending.list.length === 0;
    }

    /** What to show: the confirmed state with the own edits on top that have no answer. */
    get view() {
        return this.#overlay.over(this.confirmed, this.pending.list);
    }

    // The connection

    /** A connection to the document is open: says hello. */
    connected() {
        this.connection = "greeting";
        this.#welcomed.isReached = false;
        this.pending.unsend();
        const { fields } = this.#permission;
        this.#send({ type: "hello", ...this.identity, ...fields, ...this.position });
    }

    /**
     * Has another token, which a server that let this client in is told at once (AC7).
     * @param {string | null} token
     */
    renew(token) {
        this.#permission.token = token;
        if (this.#isWelcomed && token !== null) this.#send({ type: "token", token });
    }

    get mayEdit() {
        return this.#permission.mayEdit;
    }

    /** The connection is gone. Everything is kept but the members. */
    disconnected() {
        this.connection = "closed";
        this.member = null;
        this.members = new Members();
        this.pending.unsend();
        this.#confirmed.forgetParts();
        this.presence.shareAnew();
        this.effects.push({ type: "presence" });
    }

    /** @param {import("../wire/writeMessage.js").ClientMessage} message */
    #send(message) {
        this.effects.push({ type: "send", text: writeMessage(message) });
    }

    /**
     * Goes on where `pending.kept` ended, before anything else; at the beginning of that history: a
     * document that was deleted is then not taken for a new one of its name (ER9).
     * @param {import("./PendingEdits.js").KeptEdits} kept
     */
    restore(kept) {
        this.pending.restore(kept);
        if (kept.epoch && kept.edits.length > 0) this.#confirmed.standAtStart(kept.epoch);
    }

    // Own edits

    /**
     * Makes an edit: shows it at once, and sends it when it can.
     * @param {EditRequest} request
     */
    edit(request) {
        const edit = this.pending.append(request, this.#isWelcomed);
        this.#overlay.add(edit);
        this.effects.push({ type: "keep", isBarrier: false });
        this.#sendPending();
    }

    get #isWelcomed() {
        return this.connection !== "closed" && this.connection !== "greeting";
    }

    #sendPending() {
        if (this.connection !== "live") return;
        const most = this.#permission.lastSeq(this.#welcomed.seq);
        for (const { seq, request } of this.pending.unsent(most)) {
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
        if (!isShown || this.pending.list.length === 0) this.#overlay.discard();
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
                return this.#receiveRefused(message);
            case "welcome":
                return this.#receiveWelcome(message);
            case "snapshot":
                return this.#receivePart(message);
            case "history":
                // It may be here before the edits up to its revision, which change no names then.
                if (!this.#isWelcomed || !this.names.tell(message)) return;
                this.effects.push({ type: "history" });
                return;
            case "pong":
                this.effects.push({ type: "pong", number: message.number });
                return;
            case "access":
                this.#permission.access = message;
                this.effects.push({ type: "access" });
                this.#sendPending();
        }
    }

    /** @param {Welcome} welcome */
    #receiveWelcome(welcome) {
        const { epoch, resumed, seq = 0 } = welcome;
        const fault = welcomeFault(welcome, this.connection, this.position !== null);
        if (fault !== null) return this.#violate(fault);
        if (this.position?.revision && (welcome.forked || this.position.epoch !== epoch)) {
            this.effects.push({ type: "historyReplaced" });
        }
        this.member = welcome.member;
        this.#welcomed.begin(welcome);
        this.names.begin(welcome);
        this.#permission.access = welcome.access ?? null;
        this.effects.push({ type: "access" });
        this.#adopt(welcome, seq);
        this.connection = "loading";
        if (resumed) this.#becomeLive();
    }

    /**
     * From here on edits are sent under seqs that are final now. A store that still takes them for
     * never sent would have them numbered anew, and they would count twice: so it is told first.
     * @param {Welcome} welcome
     * @param {number} seq
     */
    #adopt(welcome, seq) {
        const { hasChanged, names } = this.pending.adopt(welcome, [
            ...this.presence.selection,
            ...(this.presence.gesture?.ids ?? []),
        ]);
        this.presence.rename(names);
        this.#overlay.confirmedSeq = Math.min(this.#overlay.confirmedSeq, seq);
        this.#overlay.discard();
        if (hasChanged) this.effects.push({ type: "keep", isBarrier: true });
    }

    #becomeLive() {
        this.connection = "live";
        this.#welcomed.reach(this.position, this.effects);
        this.#sendPending();
        this.presence.shareAnew();
    }

    /** @param {SnapshotPart} part */
    #receivePart(part) {
        if (!this.#isWelcomed) return this.#violate("a snapshot comes after the welcome");
        const header = this.#confirmed.receivePart(part);
        if (!header) return;
        const isFirst = this.connection === "loading";
        this.#overlay.confirmedSeq = header.seq ?? this.#welcomed.seq;
        this.#overlay.discard();
        const { emojis } = this.view;
        this.presence.deselect((id) => !emojis.has(id));
        this.effects.push({ type: "replaced" });
        if (isFirst) return this.#becomeLive();
        this.connection = "live";
        this.#welcomed.reach(this.position, this.effects);
        // The snapshot stands for edits that will not come, own ones perhaps among them: sent
        // again, each is answered.
        this.pending.unsend();
        this.#sendPending();
        this.presence.shareWhole();
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
        const isShown = isOwn && this.#overlay.hasShown(edit, this.pending.list[0]);
        if (!isShown) this.#overlay.discard();
        if (!this.#confirmed.apply(edit, text)) return this.#diverge(edit.revision);
        if (isOwn) this.names.edited(edit);
        this.#settlePresence(edit);
        this.effects.push({ type: "edited" });
        if (isOwn && this.#take(edit.seq, isShown)) this.#sendPending();
        this.#welcomed.reach(this.position, this.effects);
    }

    /** @param {Edit} edit */
    #settlePresence({ client, revision, operation }) {
        const deleted = new Set(deletedIDs(operation));
        if (deleted.size > 0) this.presence.deselect((id) => deleted.has(id));
        // The members' presence came with the welcome: it knows of the edits before that already.
        if (revision <= this.#welcomed.revision) return;
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
        this.#sendPending();
    }

    /** @param {import("../wire/readServerMessage.js").Refused} refused */
    #receiveRefused({ seq, code, text }) {
        const edit = this.#take(seq, false);
        if (!edit) return;
        this.#deselectMissing(edit.request);
        this.effects.push({ type: "refused", code, text });
        this.#sendPending();
    }

    /**
     * Drops emojis that were only there because their add was pending.
     * @param {EditRequest} request
     */
    #deselectMissing(request) {
        const missing = new Set(added(request).map(({ id }) => id));
        this.presence.deselect((id) => missing.has(id) && !this.confirmed.emojis.has(id));
    }

    /** @param {number} revision */
    #diverge(revision) {
        this.divergenceCount += 1;
        this.effects.push({ type: "diverged" });
        this.connection = "resyncing";
        // If the connection breaks now, the next one brings a snapshot.
        this.#confirmed.standNowhere();
        this.#send({ type: "resync", revision });
    }
}
