import { database } from "../store/database.js";
import { leaseTime, Seat } from "../store/Seat.js";
import { documentName, token } from "../store/server.js";
import { module } from "../core/module.js";
import { Replica } from "../core/Replica.js";
import { Client } from "../sync/Client.js";
import * as page from "./page.js";

// Sends what tabs of this browser held when they were killed, as the clients that they were: an
// edit that a person made is not to wait until just that tab comes back. What they left undecided
// is asked about here.

let isBusy = false;

/** Whether this page can ask: its person may edit, and it knows its client's number. */
function canAsk() {
    const { mayEdit, client } = page.replica.state;
    return mayEdit && client !== undefined;
}

async function lookForOrphan() {
    if (isBusy) return;
    isBusy = true;
    const seat = await Seat.takeOrphan(documentName, page.seat.record.key, canAsk());
    if (seat?.record.kept) await deliver(seat, seat.record.kept);
    else isBusy = false;
}

async function deliver(/** @type {Seat} */ seat, /** @type {Kept} */ kept) {
    const replica = new Replica(module, { key: seat.record.key, name: "" });
    replica.restore(kept);
    replica.renew(token);
    replica.takeNews();
    await seat.keep(replica.kept);
    let isDone = false;
    const end = async () => {
        if (isDone) return;
        isDone = true;
        client.stop();
        await ask(seat, replica);
        await seat.release();
        isBusy = false;
    };
    const client = new Client(page.url, replica, seat, {
        effect: () => {},
        changed: () => {
            // A viewer leaves them to a tab that may edit (AC15).
            const isSent = client.status === "online" && replica.state.pending === 0;
            if (isSent || !replica.state.mayEdit) void end();
        },
        status: (closing) => {
            if (closing?.again === "onRequest") void end();
        },
    });
    seat.lost = () => void end();
    if (replica.state.pending === 0) await end();
    else client.connect();
}

/** Asks here about the undecided edits of a seat, which then has them no more. */
async function ask(/** @type {Seat} */ seat, /** @type {Replica} */ replica) {
    if (!replica.state.undecided || !canAsk() || !(await seat.isHeld())) return;
    const text = [seat.record.key, ...replica.kept.lines].join("\n");
    if (page.client.change(({ core }) => core.call("takeOver", text)) !== 1) return;
    // A page that is killed in between leaves them in two seats, which are asked about as one.
    if (!(await page.seat.keep(page.replica.kept))) return;
    replica.core.call("decide", 0);
    replica.takeNews();
    await seat.keep(replica.kept);
}

if (database) setInterval(() => void lookForOrphan(), leaseTime / 2);
