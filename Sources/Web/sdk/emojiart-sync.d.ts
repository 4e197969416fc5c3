/** `"<client>.<counter>"`: who made it, and that client's own count. */
export type EmojiID = string;

/** An emoji: where its centre is, and its size, in document units; y points up. */
export interface Emoji {
    id: EmojiID;
    text: string;
    x: number;
    y: number;
    size: number;
}

/**
 * What is otherwise than it was, the topmost emojis first.
 *
 * `above` is there when an emoji has another place in the drawing order: right below that emoji,
 * below the one before it in the list for 0, or on top for null.
 */
export interface Change {
    removed?: EmojiID[];
    put?: (Emoji & { above?: EmojiID | 0 | null })[];
    background?: string | null;
    canvas?: Bounds | null;
    /** What is new of members; of one who has gone there is the number alone. */
    members?: (Partial<Member> & { member: number })[];
}

/** Bounds of a canvas, in document units, around its centre. */
export interface Bounds {
    width: number;
    height: number;
}

/** A drag or pinch in flight. */
export type Gesture =
    | { type: "move"; ids: EmojiID[]; dx: number; dy: number }
    | { type: "scale"; ids: EmojiID[]; factor: number };

/** What a member shares with the others, and no disk keeps. */
export interface Presence {
    selection: EmojiID[];
    cursor: { x: number; y: number } | null;
    gesture: Gesture | null;
    /** What it sees of the document. */
    view: { x: number; y: number; width: number; height: number } | null;
    activity: "active" | "idle" | "away";
    chat: string | null;
    reaction: string | null;
    laser: boolean;
}

/** A member; `user` is who its token says it is. */
export interface Member extends Presence {
    client?: number;
    name: string;
    colour: string;
    user?: string;
}

/**
 * An edit, as section 6 of the protocol describes it: numbers are whole but for a factor, an emoji
 * without an id gets one, and a size that is not given is 40.
 */
export type Operation =
    | { type: "add"; emojis: { id?: EmojiID; text: string; x: number; y: number; size?: number }[] }
    | { type: "move"; ids: EmojiID[]; dx: number; dy: number }
    | { type: "scale"; ids: EmojiID[]; factor: number }
    | { type: "delete"; ids: EmojiID[] }
    | { type: "arrange"; ids: EmojiID[]; to: "front" | "back" | "forward" | "backward" }
    | { type: "background"; url: string | null }
    | { type: "canvas"; width: number | null; height: number | null }
    | { type: "undo" }
    | { type: "redo" }
    | { type: "revert"; revision: number };

/**
 * connecting: for the first time; online: the state is current; reconnecting: after a break, by
 * itself; stopped: only when `connect` is called, since the same would happen again.
 */
export type Status = "connecting" | "online" | "reconnecting" | "stopped";

/** Why a connection ended: a code and a name of section 7 of the protocol. */
export interface Closing {
    code: number;
    name: string;
}

/** What can be listened to. */
export interface Events {
    /** Something that is shown is otherwise. The first ones bring the document as it is. */
    change: Change;
    /** One of the properties from `status` to `redoType` is otherwise; the event is `closing`. */
    status: Closing | null;
    /** The server refused an edit of this client for good: what it did is taken back. */
    refused: { code: string; text?: string };
    /** Nothing is lost, but somebody should know: `storage_failed` or `core_restarted`. */
    fault: { code: string; error?: unknown };
}

/** Keeps one text, so that unsent edits and undo outlive the program: that of one document. */
export interface Storage {
    read(): Promise<string | null>;
    /** Is done when `read` would find the text. It is called again only then, with the newest. */
    write(text: string): Promise<void>;
}

export interface Options {
    /** What the other members see. */
    name?: string;
    /** `#rrggbb`, in lower case; one is chosen otherwise. */
    colour?: string;
    /** Where the server asks for one. */
    token?: string;
    /** Without one an edit outlives a broken connection, but not the program. */
    storage?: Storage;
}

/** A document that others edit too: this client's copy. */
export interface EmojiArtDocument {
    /** The emojis with the own edits that have no answer yet, in no order that means something. */
    readonly emojis: ReadonlyMap<EmojiID, Emoji>;
    /** The address of the background, or `image:` and the digest of what the server keeps. */
    readonly background: string | null;
    readonly canvas: Bounds | null;
    /** Everybody who is here by number, this client too; nobody while there is no connection. */
    readonly members: ReadonlyMap<number, Member>;
    /** This client's number; null while it is not connected. */
    readonly member: number | null;
    /** The number of edits that the confirmed state has. */
    readonly revision: number;
    readonly status: Status;
    /** How the last connection ended; null while none has. */
    readonly closing: Closing | null;
    /** How many edits have no answer yet. */
    readonly pending: number;
    /**
     * How many own edits may be in the document already, as the server cannot know any more: they
     * wait for `decide`, are not shown, and `isSaved` is false meanwhile.
     */
    readonly undecided: number;
    /** Whether all own edits are durable, and the state agrees with the server's. */
    readonly isSaved: boolean;
    readonly mayEdit: boolean;
    /** The type of the edit that `undo` or `redo` is about, as the server told last, or null. */
    readonly undoType: string | null;
    readonly redoType: string | null;

    /** Those emojis in drawing order, the lowest first; all without a list. */
    inOrder(ids?: Iterable<EmojiID>): Emoji[];
    /** The emoji at a point, or the nearest within `reach` document units; the topmost first. */
    emojiAt(x: number, y: number, reach?: number): Emoji | null;

    /**
     * Is done when the document's state is there.
     * @throws {ClosedError}
     */
    joined(): Promise<void>;
    /**
     * Makes an edit: it is shown at once, and sent as soon as it can be.
     * @returns the ids of the emojis that it adds
     * @throws {Error} this client may not edit, or the edit breaks a bound of the protocol
     */
    edit(operation: Operation): EmojiID[];
    /** Makes the undecided edits once more, or drops them. */
    decide(answer: { add: boolean }): void;
    /** Takes back this client's last edit. */
    undo(): void;
    /** Makes again what was taken back last. */
    redo(): void;
    /**
     * Is done when all edits are durable.
     * @throws {ClosedError}
     */
    saved(): Promise<void>;
    /** Shares what is new of the presence. */
    share(patch: Partial<Presence>): void;
    /** Ends the gesture that is shared: one edit. */
    endGesture(): void;
    /** Cancels the gesture that is shared: no edit. */
    cancelGesture(): void;

    /** Calls a function at each such event until the function that it returns is called. */
    on<Name extends keyof Events>(
        name: Name,
        listener: (event: Events[Name]) => void,
    ): () => void;
    /** Has another token from now on: a server is told at once. */
    renew(token: string): void;
    /** Connects now, whatever the wait. */
    connect(): void;
    /** Leaves. Edits that are not saved are in the storage, if there is one; else they are lost. */
    close(): void;
}

/** The connection has ended, and is not made again by itself. */
export class ClosedError extends Error {
    readonly closing: Closing;
}

/**
 * Opens a document: `ws://HOST/documents/NAME`. It connects by itself, as often as it has to.
 * @throws {Error} the core cannot be loaded, an option is none, or the storage has unsent edits of
 *     another document
 */
export function open(url: string, options?: Options): Promise<EmojiArtDocument>;
