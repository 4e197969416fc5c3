/**
 * @typedef {import("../wire/readServerMessage.js").Edit} Edit
 *
 * What a replica asks of the world, or tells it; in order.
 * @typedef {{type: "send", text: string}} Send
 * @typedef {{type: "keep", isBarrier: boolean}} Keep the kept edits changed; behind a barrier
 *     nothing is sent before they are kept
 * @typedef {{type: "edited", edit: Edit, isOwn: boolean}} Edited
 * @typedef {{type: "acknowledged", seq: number, ref: number, revision: number}} Acknowledged
 * @typedef {{type: "refused", seq: number, ref: number, code: string,
 *     text?: string}} RefusedEffect
 * @typedef {{type: "diverged", revision: number}} Diverged must never be seen
 * @typedef {{type: "pong", number: number}} PongEffect
 * @typedef {{type: "violated", reason: string}} Violated the server does not speak this protocol
 * @typedef {{type: "joined" | "history" | "historyReplaced" | "presence" | "replaced"
 *     | "access"}} Told
 * @typedef {Send | Keep | Edited | Acknowledged | RefusedEffect | Diverged | PongEffect | Violated
 *     | Told} Effect
 */

/**
 * @param {{seq: number, ref: number}} edit
 * @param {number} revision at which it is durable
 * @returns {Acknowledged}
 */
export const acknowledged = ({ seq, ref }, revision) => ({
    ...{ type: "acknowledged", seq, ref, revision },
});
