#!/usr/bin/env python3
"""Measures servers on PostgreSQL beside one on SQLite, on this machine, and prints a table.

PostgreSQL has one synchronous standby. All files are in memory, and a preloaded function makes each
flush to a disk take a millisecond: so the disk's bursts do not decide.
"""

import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARIES = ROOT / ".build/release"
PROGRAMS = Path("/usr/lib/postgresql/15/bin")
PRIMARY, STANDBY, SERVERS = 8790, 8791, [8792, 8793, 8794]
SLOW = """
#include <time.h>
static int flush(void) { struct timespec t = {0, 1000000}; nanosleep(&t, 0); return 0; }
int fdatasync(int descriptor) { return flush(); }
int fsync(int descriptor) { return flush(); }
"""
LIMITS = ["--connections-per-address=20000", "--opens-per-address=100000", "--members=5000",
          "--edits-per-second=100000"]
URL = f"postgresql://postgres@127.0.0.1:{PRIMARY}/postgres"


class Bench:
    """Processes in one folder in memory."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.processes: list[subprocess.Popen] = []
        (folder / "slow.c").write_text(SLOW)
        shim = folder / "slow.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", shim, folder / "slow.c"], check=True)
        self.environment = os.environ | {"LD_PRELOAD": str(shim)}
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self.user = user if os.geteuid() == 0 else []
        folder.chmod(0o755)
        (folder / "secret").write_text("s" * 40)
        (folder / "secret").chmod(0o600)
        self.data = folder / "postgres"
        self.data.mkdir()
        if self.user:
            shutil.chown(self.data, "postgres")

    def postgres(self) -> None:
        first, second = self.data / "primary", self.data / "standby"
        self.run(PROGRAMS / "initdb", "-D", first, "-U", "postgres", "-A", "trust", "--no-sync")
        self.start_postgres(first, PRIMARY)
        self.run(PROGRAMS / "pg_basebackup", "-D", second, "-R", "-c", "fast", "-d", URL)
        self.start_postgres(second, STANDBY)
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.sql("SELECT pg_reload_conf()")
        self.until(lambda: self.sql("SELECT max(sync_state) FROM pg_stat_replication") == "sync")

    def start_postgres(self, data: Path, port: int) -> None:
        settings = {"port": port, "listen_addresses": "127.0.0.1", "shared_buffers": "256MB",
                    "unix_socket_directories": self.data, "max_wal_size": "4GB"}
        options = [f"-c{name}={value}" for name, value in settings.items()]
        self.start(*self.user, PROGRAMS / "postgres", "-D", data, *options)
        self.until(lambda: self.sql("SELECT 1", port) == "1")

    def server(self, port: int, *options: str) -> None:
        self.start(BINARIES / "emojiart-server", f"--listen=127.0.0.1:{port}",
                   f"--data={self.folder}/data-{port}", *LIMITS, *options)
        ready = ["curl", "-sf", "-o", "/dev/null", f"http://127.0.0.1:{port}/readyz"]
        self.until(lambda: subprocess.run(ready).returncode == 0)

    def shared(self, count: int) -> None:
        """Starts servers that share the store; each knows the others when all are ready."""
        for port in SERVERS[:count]:
            self.server(port, f"--store={URL}", f"--node=http://127.0.0.1:{port}",
                        f"--node-secret={self.folder}/secret")
        time.sleep(1)

    def load(self, port: int, *options: str) -> subprocess.Popen:
        report = self.folder / f"report-{port}.json"
        report.unlink(missing_ok=True)
        return subprocess.Popen(
            [BINARIES / "emojiart-load", f"ws://127.0.0.1:{port}", f"--json={report}", *options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def report(self, port: int, load: subprocess.Popen) -> dict:
        output = load.communicate()[0]
        if load.returncode != 0:
            sys.exit(f"emojiart-load failed:\n{output}{self.log()}")
        return json.loads((self.folder / f"report-{port}.json").read_text())

    def measure(self, port: int, *options: str) -> dict:
        return self.report(port, self.load(port, *options))

    def bare(self) -> float:
        """The median of a commit of as many bytes as an edit has, in milliseconds."""
        self.sql("CREATE TABLE IF NOT EXISTS bare (body bytea)")
        script = self.folder / "bare.sql"
        script.write_text("INSERT INTO bare VALUES (decode(repeat('61', 150), 'hex'));\n")
        with tempfile.TemporaryDirectory(dir=self.folder) as logs:
            subprocess.run(
                [PROGRAMS / "pgbench", "-n", "-M", "prepared", "-f", script, "-T", "5", "-l", URL],
                cwd=logs, check=True, capture_output=True)
            lines = "".join(path.read_text() for path in Path(logs).iterdir()).splitlines()
        return statistics.median(int(line.split()[2]) for line in lines) / 1000

    def start(self, *command) -> None:
        log = (self.folder / "log").open("ab")
        self.processes.append(subprocess.Popen(
            [str(part) for part in command], env=self.environment, stdout=log, stderr=log,
            stdin=subprocess.DEVNULL))

    def stop(self) -> None:
        """Ends the process that was started last."""
        process = self.processes.pop()
        process.terminate()
        process.wait(30)

    def close(self) -> None:
        """Ends all at once: nothing of it is needed any more."""
        for process in reversed(self.processes):
            database = str(PROGRAMS / "postgres") in process.args
            process.send_signal(signal.SIGQUIT if database else signal.SIGKILL)
            process.wait(30)

    def run(self, *command) -> None:
        subprocess.run([*self.user, *command], check=True, capture_output=True,
                       cwd=self.data, env=self.environment)

    def log(self) -> str:
        return (self.folder / "log").read_text()[-2000:]

    @staticmethod
    def sql(statement: str, port: int = PRIMARY) -> str:
        url = URL.replace(str(PRIMARY), str(port))
        return subprocess.run([PROGRAMS / "psql", "-XAtqc", statement, url],
                              capture_output=True, text=True).stdout.strip()

    def until(self, condition) -> None:
        end = time.monotonic() + 20
        while not condition():
            if time.monotonic() > end:
                sys.exit(f"what is waited for does not come:\n{self.log()}")
            time.sleep(0.05)


def sent() -> tuple[int, int]:
    """Bytes that servers have sent to each other, and to members."""
    text = subprocess.run(["ss", "-tniOp"], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"ESTAB\s+\d+\s+\d+\s+\S+:(\d+)\s+\S+:(\d+)\s+users:\(\(\"(\S+?)\".*?"
                       r"bytes_sent:(\d+)", text)
    ours = {(here, there) for here, there, name, _ in found if name == "emojiart-server"}
    between = members = 0
    for here, there, name, count in found:
        if name != "emojiart-server" or there == str(PRIMARY):
            continue
        if (there, here) in ours:
            between += int(count)
        else:
            members += int(count)
    return between, members


def row(name: str, value: str, goal: str) -> None:
    print(f"| {name} | {value} | {goal} |", flush=True)


def figures(bench: Bench) -> None:
    alone, one = ["--members=2", "--seconds=5"], SERVERS[0]
    many = ["--documents=100", "--members=2", "--seconds=6"]
    print("| figure | measured | asked for |\n| --- | --- | --- |")
    bench.server(one)
    sqlite, rate = bench.measure(one, *alone), bench.measure(one, *many)
    bench.stop()
    bench.postgres()
    bare = [bench.bare()]
    bench.shared(1)
    postgres, rates = bench.measure(one, *alone), bench.measure(one, *many)
    bench.stop()
    bare = statistics.mean([*bare, bench.bare()])
    ack = postgres["acknowledgement"]["p50"]
    row("SQLite: answer to one writer, p50", f"{sqlite['acknowledgement']['p50']:.2f} ms", "")
    row("PostgreSQL: a bare commit, p50", f"{bare:.2f} ms", "")
    row("PostgreSQL: answer to one writer, p50", f"{ack:.2f} ms", f"{bare + 0.3:.2f} ms")
    row("SQLite: 100 documents, a writer each", f"{rate['editsPerSecond']:,.0f} edits/s", "")
    ratio = rates["editsPerSecond"] / rate["editsPerSecond"]
    row("PostgreSQL: the same", f"{rates['editsPerSecond']:,.0f} edits/s, {ratio:.2f}", "0.60")
    bench.shared(3)
    # A member who edits nothing keeps the document at the first server.
    still = bench.load(one, "--members=1", "--writers=0", "--rate=1", "--seconds=20",
                       "--prefix=gateway")
    time.sleep(1)
    slow = ["--members=2", "--rate=50", "--seconds=6", "--prefix=gateway"]
    here, there = (bench.measure(port, *slow)["acknowledgement"]["p50"] for port in SERVERS[:2])
    bench.report(one, still)
    row("answer at the owner, and by way of another, p50", f"{here:.2f}, {there:.2f} ms",
        f"{here + 0.3:.2f} ms")
    loads = [bench.load(port, "--members=334", "--rate=10", "--warmup=10", "--seconds=4",
                        "--prefix=crowd") for port in SERVERS]
    time.sleep(6)  # all have joined
    before = sent()
    time.sleep(4)
    between, members = (now - then for now, then in zip(sent(), before))
    for port, load in zip(SERVERS, loads):
        bench.report(port, load)
    row("1,002 members at three servers: bytes between servers, and to members",
        f"{between:,}, {members:,}, 1/{members / between:.0f}", "1/100")
    counts = [transactions(bench)]
    idle = bench.load(one, "--documents=1500", "--members=1", "--writers=0", "--rate=1",
                      "--warmup=20", "--seconds=10")
    time.sleep(18)  # all are open, and PostgreSQL has counted it
    opened = bench.sql("SELECT count(*) FROM documents WHERE node IS NOT NULL")
    counts.append(transactions(bench))
    bench.report(one, idle)
    row(f"transactions in 5 s: nothing open, and {opened} documents open",
        f"{counts[0]}, {counts[1]}", "the same")


def transactions(bench: Bench) -> int:
    """The transactions of five seconds; this question is one of them."""
    count = "SELECT pg_stat_get_db_xact_commit(oid) FROM pg_database WHERE datname = 'postgres'"
    before = int(bench.sql(count))
    time.sleep(5)
    return int(bench.sql(count)) - before


def main() -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        bench = Bench(Path(folder))
        try:
            figures(bench)
        finally:
            bench.close()


if __name__ == "__main__":
    main()
