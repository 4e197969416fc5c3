import { readFileSync } from "node:fs";

/**
 * The golden examples of Protocol/vectors, which the Swift tests read, too.
 * @param {string} name
 * @returns {any}
 */
export const vectors = (name) =>
    JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));

const folder = new URL("../../../Protocol/vectors/", import.meta.url);
