import { readClosing } from "./closing.js";

/**
 * Where edits are kept so that they outlive the page; `keep` tells if the next page finds them.
 * @typedef {{keep: (kept: Kept) => Promise<boolean>}} Keeper
 *
 * connecting: for the first time; online: the state is current; reconnecting: after a break, by
 * itself; stopped: only when asked, since the same would happen again.
 * @typedef {"connecting" | "online" | "reconnecting" | "stopped"} Status
 *
 * What the page is told; `failed` when the core had to be started again.
 * @typedef {{effect: (effect: Effect) => void, status: (closing: Closing | null) => void,
 *     changed?: () => void, failed?: () => void}} Listener
 */

/** Milliseconds between two questions for the latency. */
const pingInterval = 5_000;
/** A server that says nothing for as long, in milliseconds, though it was asked, is gone. */
const silenceMax = 12_000;
/**
 * The first and the last bound on the wait before it connects again, in milliseconds: it doubles
 * with each attempt.
 */
const waits = { first: 250, last: 20_000 };
/** Milliseconds for which a hello may be late: the server waits 5 seconds for it (ER8). */
const lateHelloMax = 10_000;
/** Milliseconds between two failures of the core after which it is started again. */
const failurePause = 10_000;

/** A replica with a connection: reads, sends, keeps, and connects again after a break. */
export class Client {
    /** @type {Status} */
    status = "connecting";
    /** @type {number | null} milliseconds of the way to the server and back; null until measured */
    latency = null;
    /** @type {Closing | null} how the last connection ended */
    closing = null;
    /** Waits since the server let this client in. */
    #attempts = 0;
    /** Whether the connection has said hello. */
    #hasGreeted = false;
    /**
     * When a connection was lost after its hello and before a welcome: the server may get that
     * hello yet, and take it for newer than this client's next one.
     */
    #unwelcomedAt = -Infinity;
    /** Whether the next page finds all edits that have no answer. */
    isKept = true;
    /** @type {WebSocket | null} */
    #socket = null;
    #lastHeard = 0;
    #failedAt = -failurePause;
    #ping = { number: 0, sentAt: 0 };
    /** @type {Map<number, [string, boolean]>} the close codes that the core knows */
    #codes;
    #retryTimer = 0;
    #presenceTimer = 0;
    #pingTimer = 0;

    /**
     * @param {string} url of the document: `ws://HOST/documents/NAME`
     * @param {Replica} replica
     * @param {Keeper} keeper
     * @param {Listener} listener
     */
    constructor(url, replica, keeper, listener) {
        this.url = url;
        this.replica = replica;
        this.keeper = keeper;
        this.listener = listener;
        this.#codes = new Map(replica.core.json("closeCodes"));
    }

    /** Connects now, whatever the wait. */
    connect() {
        clearTimeout(this.#retryTimer);
        if (this.#socket) return;
        if (this.status === "stopped") this.status = "reconnecting";
        const socket = new WebSocket(this.url, "emojiart.v1");
        this.#socket = socket;
        this.#lastHeard = performance.now();
        this.#hasGreeted = false;
        socket.onopen = () => {
            this.#hasGreeted = true;
            this.change(({ core }) => core.call("connected"));
        };
        socket.onmessage = ({ data }) => {
            this.#lastHeard = performance.now();
            this.change(({ core }) => core.call("receive", String(data)));
        };
        // A close follows; where nobody hears an error, Node ends the program.
        socket.onerror = () => {};
        socket.onclose = ({ code, reason }) => this.#lost(code, reason);
        this.#pingTimer = setInterval(() => this.#keepAlive(), pingInterval);
        this.listener.status(null);
    }

    /**
     * Connects again after a random time up to a bound, in milliseconds: those who lost one server
     * at one time do not all come back at once (ER5).
     * @param {number} bound
     * @param {number} least the wait that the server asks for
     */
    connectWithin(bound, least = 0) {
        this.status = "reconnecting";
        this.#retryTimer = setTimeout(() => this.connect(), least + Math.random() * bound);
    }

    /** Leaves and comes back at once, as somebody else perhaps. */
    reconnect() {
        if (this.#socket) this.#lost(1001, "", false);
        this.connect();
    }

    /**
     * Goes on as the client of another key, without the edits of `lines`, which another tab has.
     * @param {string} key
     * @param {string[]} lines
     */
    become(key, lines) {
        const socket = this.#socket;
        const goOn = () => {
            this.#lost(1001, "", false);
            this.#unwelcomedAt = -Infinity;
            this.change((replica) => replica.become(key, lines));
            if (this.status === "reconnecting" || this.closing?.name === "superseded") {
                this.connect();
            }
        };
        if (!socket) return goOn();
        // Once the server has closed as well, no edit of the former client arrives any more.
        socket.onclose = null;
        socket.addEventListener("close", goOn);
        socket.close(1000, "normal");
    }

    /** Leaves for good. */
    stop() {
        clearTimeout(this.#retryTimer);
        if (this.#socket) return this.#lost(1000);
        this.status = "stopped";
        this.closing = readClosing(this.#codes, 1000);
        this.listener.status(null);
    }

    /**
     * Changes the replica, and carries out what it asks for.
     * @template Result
     * @returns {Result | undefined} undefined when the core has failed
     */
    change(/** @type {(replica: Replica) => Result} */ body) {
        try {
            const result = body(this.replica);
            const { effects, hasChanged, isKeptNew } = this.replica.takeNews();
            for (const effect of effects) this.#carryOut(effect);
            if (isKeptNew) this.#keep();
            if (hasChanged) this.listener.changed?.();
            return result;
        } catch (error) {
            if (!(error instanceof WebAssembly.RuntimeError)) throw error;
            this.#fail(error);
            return undefined;
        }
    }

    /** The core has failed: another one goes on with what is kept, which has all edits. */
    #fail(/** @type {WebAssembly.RuntimeError} */ error) {
        const now = performance.now();
        const { emojiartBuild: build } = /** @type {any} */ (globalThis);
        console.error(`The core has failed (${build}): ${error.stack}`);
        // One that fails as soon as it is started again would fail for ever.
        if (now - this.#failedAt < failurePause) throw error;
        this.#failedAt = now;
        this.replica.beginAnew();
        this.listener.failed?.();
        this.#lost(1006, "", false);
    }

    /** @param {Effect} effect */
    #carryOut(effect) {
        switch (effect.type) {
            case "send":
                return this.#send(effect.text);
            case "reconnect":
                return this.reconnect();
            case "joined":
                this.status = "online";
                this.#askLatency();
                break;
            case "pong":
                if (effect.number !== this.#ping.number) return;
                this.latency = performance.now() - this.#ping.sentAt;
                break;
            case "wake":
                clearTimeout(this.#presenceTimer);
                this.#presenceTimer = setTimeout(
                    () => this.change(({ core }) => core.call("wake", performance.now())),
                    effect.at - performance.now(),
                );
                return;
            case "violated":
                this.#socket?.close(4400, "the server broke the protocol");
        }
        this.listener.effect(effect);
    }

    /** @param {string} text */
    #send(text) {
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    }

    /** Keeps the edits that have no answer. */
    #keep() {
        const { kept } = this.replica;
        this.isKept = false;
        void this.keeper.keep(kept).then((isKept) => {
            if (kept !== this.replica.kept) return;
            this.isKept = isKept;
            if (isKept && this.status !== "online") this.listener.status(null);
        });
    }

    #keepAlive() {
        if (performance.now() - this.#lastHeard > silenceMax) {
            // Its own close would wait for an answer.
            this.#lost(1006);
        } else {
            this.#askLatency();
        }
    }

    #askLatency() {
        if (this.status !== "online") return;
        this.#ping = { number: this.#ping.number + 1, sentAt: performance.now() };
        this.#send(this.replica.core.text("ping", this.#ping.number) ?? "");
    }

    /**
     * @param {number} code
     * @param {string} [reason]
     * @param {boolean} isTold whether somebody should know
     */
    #lost(code, reason, isTold = true) {
        const socket = this.#socket;
        if (!socket) return;
        const closing = readClosing(this.#codes, code, reason);
        const now = performance.now();
        const isByLateHello =
            closing.name === "superseded" && now < this.#unwelcomedAt + lateHelloMax;
        if (isByLateHello) closing.again = "soon";
        // Once: another client with this key would send this one away again.
        if (isByLateHello) this.#unwelcomedAt = -Infinity;
        else if (this.#hasGreeted && this.replica.member === null) this.#unwelcomedAt = now;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close(1000, "normal");
        this.#socket = null;
        this.latency = null;
        clearInterval(this.#pingTimer);
        if (closing.newName) this.url = this.url.replace(/[^/]*$/, closing.newName);
        this.closing = closing;
        this.status = "stopped";
        if (this.replica.member !== null) this.#attempts = 0;
        if (closing.again === "soon") {
            const bound = Math.min(waits.first * 2 ** this.#attempts, waits.last);
            this.#attempts += 1;
            this.connectWithin(bound, closing.retryAfter ?? 0);
        }
        this.change(({ core }) => core.call("disconnected"));
        this.listener.status(isTold ? closing : null);
    }
}
