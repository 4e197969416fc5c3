import { database } from "../store/database.js";
import { leaseTime, Seat } from "../store/Seat.js";
import { documentName, token } from "../store/server.js";
import { Client } from "../sync/Client.js";
import { Replica } from "../sync/Replica.js";
import { url } from "./page.js";

// Sends what tabs of this browser held when they were killed, as the clients that they were: an
// edit that a person made is not to wait until just that tab comes back.

let isBusy = false;

async function lookForOrphan() {
    if (isBusy) return;
    isBusy = true;
    const seat = await Seat.takeOrphan(documentName);
    if (seat?.record.kept) deliver(seat, seat.record.kept);
    else isBusy = false;
}

/**
 * @param {Seat} seat
 * @param {import("../sync/PendingEdits.js").KeptEdits} kept
 */
function deliver(seat, kept) {
    const replica = new Replica({ key: seat.record.key, name: "" });
    replica.restore(kept);
    replica.renew(token);
    let isDone = false;
    const end = () => {
        if (isDone) return;
        isDone = true;
        client.stop();
        void seat.release();
        isBusy = false;
    };
    const client = new Client(url, replica, seat, {
        effect: () => {
            // Who may only look leaves them to somebody who may edit (AC15).
            if (replica.isSynced || !replica.mayEdit) end();
        },
        status: (closing) => {
            if (closing?.again === "onRequest") end();
        },
    });
    client.connect();
}

if (database) setInterval(() => void lookForOrphan(), leaseTime / 2);
