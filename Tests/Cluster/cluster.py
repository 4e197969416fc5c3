#!/usr/bin/env python3
"""Starts several servers on this machine, with PostgreSQL that fails over and HAProxy in front.

    cluster.py [start]       start all of it, and keep it running until Ctrl+C
    cluster.py kill NODE     end a node at once, as a power failure does
    cluster.py drain NODE    end a node as for an update: it finishes what it has begun
    cluster.py freeze NODE   stop all processes of a node
    cluster.py thaw NODE     let them go on

NODE is etcd, haproxy, postgres-1 to 3, server-1 and so on; or `primary`, the PostgreSQL node that
takes writes; or `/documents/NAME`, the server that has that document.
"""

import argparse
import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from nodes import DATABASES, HERE, HOST, PACKAGES, Nodes, ports

PROGRAM = HERE / "cluster.py"
PSQL = "/usr/lib/postgresql/15/bin/psql"
SERVER = HERE.parents[1] / ".build/release/emojiart-server"
ACTIONS = {
    "kill": signal.SIGKILL,
    "drain": signal.SIGTERM,
    "freeze": signal.SIGSTOP,
    "thaw": signal.SIGCONT,
}
# These go to all processes of a node, others to its first one.
WHOLE = (signal.SIGKILL, signal.SIGSTOP, signal.SIGCONT)
# Settings of the caller's environment would change what is tried here.
FOREIGN = ("PATRONI_", "ETCD_", "PG", "EMOJIART_")


class Failure(Exception):
    """A sentence for the user."""


def say(text: str) -> None:
    print(text, flush=True)


class Cluster:
    """etcd, three PostgreSQL nodes, servers and HAProxy, in one folder and on ports of their own.

    A process belongs to the node in whose folder it runs. So another process finds it, too, and
    also a PostgreSQL whose Patroni was killed. A node that ends is started again after `restart`
    seconds; never, if that is math.inf.
    """

    def __init__(self, servers: int = 3, binary: Path = SERVER, base: int = 8700,
                 keep: bool = False, restart: float = 5, options: tuple = (), say=say):
        self.binary, self.base, self.keep = Path(binary).resolve(), base, keep
        self.restart, self.options, self.say = restart, options, say
        self.servers = [f"server-{number}" for number in range(1, servers + 1)]
        self.ports = ports(base, self.servers)
        self.folder = Path(tempfile.gettempdir()).resolve() / f"emojiart-cluster-{base}"
        self.commands: dict[str, list] = {}
        self.processes: dict[str, subprocess.Popen] = {}
        self.told: dict[str, str] = {}
        self.is_ending = threading.Event()
        self.guard = self.watcher = None
        self.began = time.monotonic()

    def __enter__(self) -> "Cluster":
        self.start()
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    # Starting.

    def start(self) -> None:
        self.check()
        self.is_ending.clear()
        self.began = time.monotonic()
        try:
            self.start_all()
        except BaseException:
            self.stop()
            raise

    def check(self) -> None:
        """Says what is missing or in the way, before anything is started."""
        for program, package in PACKAGES.items():
            if not os.access(program, os.X_OK):
                raise Failure(f"{program} is missing: run `apt-get install {package}`")
        if not os.access(self.binary, os.X_OK):
            raise Failure(f"{self.binary} is missing: `make cluster` builds it")
        other = f"choose other ports: make cluster ARGS='--base {self.base + 100}'"
        for port in self.ports.values():
            with socket.socket() as probe:
                if probe.connect_ex((HOST, port)) == 0:
                    raise Failure(f"port {port} is in use: end the program that has it"
                                  f" (`ss -ltnp` names it), or {other}")
        try:
            self.folder.mkdir()
        except FileExistsError:
            raise Failure(f"{self.folder} is left of a run: remove it, or {other}") from None

    def start_all(self) -> None:
        # It outlives this process, however that ends, and then ends all that is left.
        self.guard = subprocess.Popen(
            [sys.executable, PROGRAM, "guard", f"--base={self.base}", *["--keep"] * self.keep],
            stdin=subprocess.PIPE, cwd="/", start_new_session=True,
        )
        nodes = Nodes(self.folder, self.servers, self.ports)
        self.commands = nodes.prepare(self.binary, self.options)
        self.launch("etcd")
        self.wait("etcd answers", lambda: get(self.ports["etcd"], "/health"))
        for name in DATABASES:
            self.launch(name)
        self.wait("PostgreSQL has a primary", self.primary)
        self.wait("it has two standbys, one of them synchronous", self.has_standbys)
        for name in self.servers:
            self.launch(name)
        for name in self.servers:
            self.wait(f"{name} is ready", lambda: self.condition(name) == "is ready")
        self.launch("haproxy")
        self.wait("HAProxy passes requests on", lambda: (get(self.base, "/") or [0])[0] == 200)
        self.told = {name: self.condition(name) for name in [*DATABASES, *self.servers]}
        self.watcher = threading.Thread(target=self.watch)
        self.watcher.start()

    def launch(self, name: str) -> None:
        """Starts a node, for the first time or again."""
        folder = self.folder / name
        environment = {key: text for key, text in os.environ.items() if not key.startswith(FOREIGN)}
        with (self.folder / "logs" / name).open("ab") as log:
            self.processes[name] = subprocess.Popen(
                self.commands[name], cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                # Ctrl+C is for this process, which then ends the nodes in order.
                start_new_session=True,
                env=environment | {"HOME": str(folder), "PGPASSFILE": str(folder / "pgpass")},
            )

    def wait(self, sentence: str, condition, seconds: float = 60) -> None:
        """Polls until a condition holds, then says so."""
        end = time.monotonic() + seconds
        while not condition():
            for name, process in self.processes.items():
                if process.poll() is not None:
                    raise Failure(f"{name} {ending(process)} while it started:\n{self.log(name)}")
            if time.monotonic() > end:
                raise Failure(f"this took more than {seconds} s: {sentence}\n"
                              + "\n".join(self.log(name) for name in self.processes))
            time.sleep(0.1)
        self.tell(sentence)

    def log(self, name: str) -> str:
        """The end of a node's log."""
        lines = (self.folder / "logs" / name).read_text(errors="replace").splitlines()
        return "\n".join(f"  {name}: {line}" for line in lines[-5:])

    def tell(self, sentence: str) -> None:
        # A terminal that is gone must not keep the nodes from being ended.
        with contextlib.suppress(OSError):
            self.say(f"{time.monotonic() - self.began:7.1f} s  {sentence}")

    # Looking.

    @property
    def node_pids(self) -> dict[str, list[int]]:
        """The processes of each node that has some: Patroni, then PostgreSQL and its children."""
        found: dict[str, list] = {}
        for entry in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                place = Path(os.readlink(f"/proc/{entry}/cwd"))
                terminal = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[4]
                # A process with a terminal is a shell in which a user looks around.
                if self.folder in place.parents and terminal == "0":
                    parts = place.relative_to(self.folder).parts
                    found.setdefault(parts[0], []).append((len(parts), int(entry)))
        return {name: [pid for _, pid in sorted(pids)] for name, pids in found.items()}

    def primary(self) -> str | None:
        """The PostgreSQL node that takes writes."""
        for name in DATABASES:
            answer = get(self.ports[f"{name}-patroni"], "/primary")
            if answer and answer[0] == 200:
                return name
        return None

    def owner(self, path: str) -> str:
        """The server that has a document."""
        name = path.removeprefix("/documents/")
        hosts = ",".join(f"{HOST}:{self.ports[database]}" for database in DATABASES)
        found = subprocess.run(
            [
                PSQL, "-XAtq", "-v", f"name={name}",
                f"postgresql://emojiart@{hosts}/emojiart?target_session_attrs=read-write",
            ],
            input="SELECT address FROM documents JOIN nodes ON nodes.id = node"
                  " WHERE name = :'name' AND NOT dead;",
            env=os.environ | {"PGPASSFILE": str(self.folder / "server-1/pgpass")},
            capture_output=True, text=True, timeout=20,
        )
        for server in self.servers:
            if found.stdout.strip().endswith(f":{self.ports[server]}"):
                return server
        raise Failure(f"no server has the document {name}: open it first {found.stderr}".strip())

    def condition(self, name: str) -> str:
        """The state of a server or a PostgreSQL node, as a sentence after its name."""
        is_server = name.startswith("server")
        port = self.ports[name if is_server else f"{name}-patroni"]
        answer = get(port, "/readyz" if is_server else "/patroni")
        if not answer:
            return "does not answer"
        if is_server:
            cause = answer[2].decode().split(":")[0]
            return "is ready" if answer[0] == 200 else f"is not ready: {cause}"
        state = json.loads(answer[2])
        if state["state"] != "running":
            return f"is {state['state']}"
        if state["role"] != "replica":
            return "is the primary"
        return "is the synchronous standby" if state.get("sync_standby") else "is a standby"

    def has_standbys(self) -> bool:
        all_three = {"is the primary", "is the synchronous standby", "is a standby"}
        return {self.condition(name) for name in DATABASES} == all_three

    def watch(self) -> None:
        """Starts again what has ended, and tells how nodes change."""
        starts: dict[str, float] = {}
        while not self.is_ending.wait(0.3):
            for name, process in self.processes.items():
                if process.poll() is None:
                    self.notice(name)
                elif name not in starts:
                    starts[name] = time.monotonic() + self.restart
                    self.tell(f"{name} {ending(process)}; it starts again in {self.restart} s")
                elif time.monotonic() > starts[name]:
                    del starts[name]
                    self.launch_again(name)
                    if name in self.told:
                        self.told[name] = "does not answer"

    def launch_again(self, name: str) -> None:
        # A program that is being built is not there for a moment.
        try:
            self.launch(name)
        except OSError as error:
            self.tell(f"{name} does not start: {error}")

    def notice(self, name: str) -> None:
        if name in self.told and self.told[name] != (condition := self.condition(name)):
            self.told[name] = condition
            self.tell(f"{name} {condition}")

    # Ending.

    def kill(self, name: str, number: int = signal.SIGKILL) -> str:
        """Signals a node, `primary`, or the owner of a path; gives the node's name."""
        node = self.owner(name) if name.startswith("/") else name
        node = self.primary() if name == "primary" else node
        done: set[int] = set()
        # Processes that are started meanwhile are found in the next round.
        while pids := [pid for pid in self.node_pids.get(node, []) if pid not in done]:
            for pid in pids if number in WHOLE else pids[:1]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            done.update(pids)
            if number not in WHOLE:
                break
        if not done:
            raise Failure(f"there is no {name} now: is the cluster of --base {self.base} running,"
                          " and is it yours?")
        return node

    def stop(self) -> None:
        """Ends all of it, within ten seconds."""
        self.is_ending.set()
        if self.watcher:
            self.watcher.join()
        for names, seconds in [(self.servers, 3), (["haproxy"], 1), (DATABASES, 3), (["etcd"], 1)]:
            self.end([name for name in names if name in self.processes], seconds)
        if self.guard:
            self.guard.stdin.close()
            self.guard.wait()
        self.processes, self.guard, self.watcher = {}, None, None

    def end(self, names: list[str], seconds: float) -> None:
        end = time.monotonic() + seconds
        self.kill_all(names, signal.SIGTERM)
        self.kill_all(names, signal.SIGCONT)
        while set(names) & set(self.node_pids):
            if time.monotonic() > end:
                self.kill_all(names, signal.SIGKILL)
            time.sleep(0.02)
        for name in names:
            self.processes[name].wait()

    def kill_all(self, names, number: int) -> None:
        for name in names:
            with contextlib.suppress(Failure):
                self.kill(name, number)

    def sweep(self) -> None:
        """Kills all that is left, and removes the folder."""
        while nodes := self.node_pids:
            self.kill_all(nodes, signal.SIGKILL)
            time.sleep(0.02)
        if not self.keep:
            shutil.rmtree(self.folder, ignore_errors=True)


def get(port: int, path: str, seconds: float = 1):
    """The status, headers and body of an answer; None without one."""
    connection = http.client.HTTPConnection(HOST, port, timeout=seconds)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def ending(process: subprocess.Popen) -> str:
    code = process.returncode
    return f"ended with code {code}" if code >= 0 else f"ended by {signal.Signals(-code).name}"


def advice(cluster: Cluster) -> str:
    program = f"{PROGRAM} --base={cluster.base}"
    servers = ", ".join(f"{HOST}:{cluster.ports[name]}" for name in cluster.servers)
    return f"""
Open http://{HOST}:{cluster.base}/canvas/demo in a browser, best in two windows, and draw.
Then try these in another terminal. This one says what happens.

  {program} kill /documents/demo
      The server that has this document is lost. The windows connect again by themselves, and no
      edit is lost. The server starts again after {cluster.restart} s.

  {program} kill primary
      PostgreSQL loses its primary. Edits wait until a standby is the primary: some 5 s, as
      Patroni's `ttl` is 4 here. Then they go on, and none is lost. The node comes back as a
      standby.

  {program} drain /documents/demo
      The server that has it ends as for an update, and the windows go on at another one.

The servers are at {servers}. Logs are in {cluster.folder / 'logs'}.
Ctrl+C ends all of it, and removes the drawings.
"""


def interrupt(*_) -> None:
    """Ends the program in order. A second Ctrl+C must not disturb that."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def run(cluster: Cluster) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    with contextlib.suppress(KeyboardInterrupt), cluster:
        say(advice(cluster))
        while True:
            signal.pause()
    cluster.tell("all of it has ended")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    actions = ["start", *ACTIONS, "guard"]
    parser.add_argument("action", nargs="?", choices=actions, default="start", metavar="ACTION")
    parser.add_argument("node", nargs="?", metavar="NODE")
    parser.add_argument("--servers", type=int, default=3, choices=range(1, 10), metavar="N")
    parser.add_argument("--base", type=int, default=8700, choices=range(1024, 65500),
                        metavar="PORT", help="the first of 33 ports, 8700 by default")
    parser.add_argument("--binary", default=SERVER, help="another emojiart-server")
    parser.add_argument("--keep", action="store_true", help="keep the scratch folder at the end")
    options = parser.parse_args()
    if options.action in ACTIONS and not options.node:
        parser.error(f"{options.action} needs a NODE")
    cluster = Cluster(options.servers, options.binary, options.base, options.keep)
    try:
        if options.action == "start":
            run(cluster)
        elif options.action == "guard":
            sys.stdin.read()
            cluster.sweep()
        else:
            node = cluster.kill(options.node, ACTIONS[options.action])
            print(f"{ACTIONS[options.action].name} is sent to {node}")
    except Failure as failure:
        print(f"== {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
