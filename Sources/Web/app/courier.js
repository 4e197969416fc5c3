import { database } from "../store/database.js";
import { leaseTime, Seat } from "../store/Seat.js";
import { documentName, token } from "../store/server.js";
import { module } from "../core/module.js";
import { Replica } from "../core/Replica.js";
import { Client } from "../sync/Client.js";
import { seat as own, url } from "./page.js";

// Sends what tabs of this browser held when they were killed, as the clients that they were: an
// edit that a person made is not to wait until just that tab comes back.

let isBusy = false;

async function lookForOrphan() {
    if (isBusy) return;
    isBusy = true;
    const seat = await Seat.takeOrphan(documentName, own.record.key);
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
    const end = () => {
        if (isDone) return;
        isDone = true;
        client.stop();
        void seat.release();
        isBusy = false;
    };
    const client = new Client(url, replica, seat, {
        effect: () => {},
        changed: () => {
            // Who may only look leaves them to somebody who may edit (AC15), and undecided ones to
            // the next tab that opens.
            const isSent = client.status === "online" && replica.state.pending === 0;
            if (isSent || !replica.state.mayEdit) end();
        },
        status: (closing) => {
            if (closing?.again === "onRequest") end();
        },
    });
    seat.lost = end;
    client.connect();
}

if (database) setInterval(() => void lookForOrphan(), leaseTime / 2);
