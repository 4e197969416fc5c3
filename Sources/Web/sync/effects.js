/**
 * What a replica asks of the world, or tells it; in order.
 * @typedef {{type: "send", text: string}} Send
 * @typedef {{type: "keep", isBarrier: boolean}} Keep the kept edits changed; behind a barrier
 *     nothing is sent before they are kept
 * @typedef {{type: "refused", code: string, text?: string}} RefusedEffect
 * @typedef {{type: "pong", number: number}} PongEffect
 * @typedef {{type: "violated", reason: string}} Violated the server does not speak this protocol
 * @typedef {{type: "joined" | "edited" | "history" | "historyReplaced" | "presence"
 *     | "replaced" | "access" | "diverged"}} Told `diverged` must never be seen
 * @typedef {Send | Keep | RefusedEffect | PongEffect | Violated | Told} Effect
 */
export {};
