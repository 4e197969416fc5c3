#!/usr/bin/env python3
"""Follows Cluster.md: three machines, and what an operator does with them day by day.

A machine is an address of this one, 127.0.0.11 and so on, with a folder in the place of `/`. The
commands are those of the page, the files are the examples. What it does not do: install packages.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "Sources/Documentation/Cluster.md").read_text()
EXAMPLES = ROOT / "Sources/emojiart-server/Packaging/cluster"
PROGRAMS = ROOT / ".build/debug"
SITE = "127.0.0.11:8444"
URL = f"wss://{SITE}/documents/picnic"
# Each belongs to a user of its package.
USERS = {"etcd": "etcd", "patroni": "postgres"}
# They change what is installed on this machine.
LEFT_OUT = ("apt-get", "pg_dropcluster")


class Machine:
    """One of three, and its units."""

    def __init__(self, folder: Path, address: str):
        self.folder, self.address = folder / address, address
        self.units: dict[str, subprocess.Popen] = {}
        self.place = "/"
        self.environment = {"DESTDIR": str(self.folder)}
        for place in ["etc/default", "etc/systemd/system", "var/lib"]:
            (self.folder / place).mkdir(parents=True)
        for user, place in [("etcd", "etcd"), ("postgres", "postgresql/15")]:
            (self.folder / "var/lib" / place).mkdir(parents=True)
            self.give(self.folder / "var/lib" / place.split("/")[0], user)
            self.give(self.folder / "var/lib" / place, user)
        (self.folder / "var/lib/postgresql/archive").symlink_to(folder / "archive")

    @staticmethod
    def give(path: Path, user: str) -> None:
        if os.geteuid() == 0:
            shutil.chown(path, user, user)

    def here(self, text: str) -> str:
        """What the page says of a machine, said of this one."""
        for place in ["/etc/", "/var/lib/"]:
            text = re.sub(rf"(?<![\w.]){place}", f"{self.folder}{place}", text)
        text = text.replace(
            "/run/credentials/emojiart-server.service", f"{self.folder}/etc/emojiart-server")
        text = text.replace("/srv/cluster", str(self.folder.parent / "cluster"))
        text = text.replace("/usr/share/doc/emojiart-server/examples/cluster", str(EXAMPLES))
        return text.replace("10.0.0.", "127.0.0.").replace("art.example.org", SITE)

    def run(self, commands: str) -> str:
        """Runs commands of the page as this machine's administrator; gives what they print."""
        output = ""
        for line in self.here(commands).replace(" && systemctl", "\nsystemctl").splitlines():
            words = shlex.split(line)
            if words[0] in LEFT_OUT:
                continue
            if words[0] != "systemctl":
                output += self.shell(line)
            elif words[1] != "daemon-reload":
                for unit in words[2:]:
                    getattr(self, words[1])(unit)
        return output

    def shell(self, line: str) -> str:
        if line.startswith("cd "):
            self.place = os.path.join(self.place, line[3:])
            return ""
        if line.startswith("export "):
            self.environment |= dict(word.split("=", 1) for word in shlex.split(line)[1:])
            return ""
        if os.geteuid() != 0:
            line = line.replace("su postgres -c", "sh -c")
        environment = os.environ | self.environment
        run = subprocess.run(
            ["bash", "-euc", line], cwd=self.place, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
        )
        if run.returncode:
            fail(f"{self.address}: {line}\nended with {run.returncode}:\n{run.stdout}")
        return run.stdout

    # Units.

    def start(self, unit: str) -> None:
        etc, environment = self.folder / "etc", os.environ | {"HOME": str(self.folder)}
        command = {
            "etcd": ["/usr/bin/etcd"],
            "patroni": ["/usr/bin/patroni", etc / "patroni/config.yml"],
            "emojiart-server": [PROGRAMS / "emojiart-server", "serve", "--config",
                                etc / "emojiart-server/emojiart.yaml"],
            "haproxy": ["/usr/sbin/haproxy", "-db", "-f", etc / "haproxy/haproxy.cfg"],
        }[unit]
        if unit == "etcd":
            lines = (etc / "default/etcd").read_text().splitlines()
            environment |= dict(line.split("=", 1) for line in lines if line[:1] not in ("", "#"))
        if unit == "emojiart-server":
            environment["EMOJIART_DATA"] = str(self.folder / "var/lib/emojiart-server")
            text = (etc / "systemd/system/emojiart-server.service.d/secrets.conf").read_text()
            setting = re.search(r"^Environment=(\w+)=%d/(\w+)$", text, re.M)
            credentials = dict(re.findall(r"^LoadCredential=(.+?):(.+)$", text, re.M))
            environment[setting[1]] = self.here(credentials[setting[2]])
        if os.geteuid() == 0 and unit in USERS:
            user = USERS[unit]
            command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command]
        with (self.folder / f"{unit}.log").open("ab") as log:
            self.units[unit] = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=True,
            )

    def restart(self, unit: str) -> None:
        self.stop(unit)
        self.start(unit)

    def stop(self, unit: str) -> None:
        process = self.units.pop(unit, None)
        if process is None:
            return
        process.terminate()
        if (code := process.wait(60)) and unit == "emojiart-server":
            fail(f"{self.address}: {unit} ended with {code}:\n{self.log(unit)}")

    def reload(self, unit: str) -> None:
        self.stop(unit)
        self.start(unit)

    def lose(self) -> None:
        """Ends all its processes at once, as a power failure does."""
        for pid in processes(self.folder):
            os.kill(pid, signal.SIGKILL)
        for process in self.units.values():
            process.wait()

    def log(self, unit: str) -> str:
        return "\n".join((self.folder / f"{unit}.log").read_text().splitlines()[-15:])

    # Looking.

    def roles(self) -> dict[str, str]:
        """What `patronictl list` says: the role of each machine's PostgreSQL that runs."""
        words = "patronictl -c /etc/patroni/config.yml list -f json 2> /dev/null"
        return {each["Member"]: each["Role"] for each in json.loads(self.run(words) or "[]")
                if each["State"] in ("running", "streaming")}

    def has_roles(self, *asked: str) -> bool:
        return sorted(self.roles().values()) == sorted(asked)

    @property
    def is_ready(self) -> bool:
        [command] = [line for line in block("Three machines", 4).splitlines() if "readyz" in line]
        command = command.replace("10.0.0.11", self.address)
        try:
            return self.run(command + " --silent --fail --output /dev/null || echo no") == ""
        except subprocess.TimeoutExpired:
            return False


def processes(folder: Path) -> list[int]:
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            text = os.readlink(f"/proc/{entry}/cwd") + "/"
        except OSError:
            continue
        if text.startswith(f"{folder}/"):
            found.append(int(entry))
    return found


def block(title: str, number: int = 0) -> str:
    """The commands of a section, or of a paragraph that begins with a bold title."""
    at = re.search(rf"^(## |\*\*){re.escape(title)}", PAGE, re.M)
    blocks = re.findall(r"^ *```\n(.*?)^ *```$", PAGE[at.start():], re.M | re.S)
    return "\n".join(line.strip() for line in blocks[number].splitlines())


def fail(text: str) -> None:
    raise SystemExit(f"error: {text}")


def until(sentence: str, condition, seconds: float = 90) -> None:
    start = time.monotonic()
    while not condition():
        if time.monotonic() > start + seconds:
            fail(f"this took more than {seconds} s: {sentence}")
        time.sleep(0.1)
    done(f"{sentence} ({time.monotonic() - start:.1f} s)")


def done(sentence: str) -> None:
    done.count += 1
    print(f"ok    {sentence}", flush=True)


done.count = 0


class Canvas:
    """A document as its users have it."""

    def __init__(self, authority: Path):
        self.options, self.count = ["--ca-file", authority], 0

    def draw(self, count: int, url: str = URL, options=None) -> None:
        """Adds emojis; each has to be acknowledged."""
        lines = [json.dumps({"type": "add", "emojis": [{"text": "🌲", "x": index, "y": 0}]})
                 for index in range(count)]
        options = self.options if options is None else options
        run = subprocess.run(
            [PROGRAMS / "emojiart", "edit", url, "--json", "--timeout", "90", *options],
            input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=120,
        )
        good = [line for line in run.stdout.splitlines() if '"type":"ack"' in line]
        if len(good) != count or run.returncode:
            fail(f"of {count} edits {len(good)} were acknowledged: {run.stdout}{run.stderr}")
        self.count += count
        self.look(url, options)

    def look(self, url: str = URL, options=None) -> None:
        """All that was acknowledged is there, once."""
        options = self.options if options is None else options
        command = [PROGRAMS / "emojiart", "watch", url, "--once", *options]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60)
        found = len(json.loads(run.stdout.splitlines()[0])["emojis"]) if run.stdout else run.stderr
        if found != self.count:
            fail(f"the canvas has {found} emojis, not {self.count}")


def adapt(machine: Machine) -> None:
    """Says what the files say of a machine of this one."""
    for file in ["default/etcd", "patroni/config.yml", "patroni/role.sql",
                 "haproxy/haproxy.cfg", "emojiart-server/emojiart.yaml"]:
        path = machine.folder / "etc" / file
        text = machine.here(path.read_text())
        if file.startswith("haproxy"):
            # All machines have these ports, and nobody becomes another user.
            text = text.replace("bind :443", f"bind {machine.address}:8444")
            text = text.replace("    user haproxy\n    group haproxy\n", "")
            text = text.replace("maxconn 20000", "maxconn 500")
            text = text.replace("log /dev/log", "log stdout format raw")
        path.write_text(text)


def add_server(folder: Path, machines: list[Machine], canvas: "Canvas") -> None:
    """A fourth machine has a server alone, which then is the only one for a while."""
    new = Machine(folder, "127.0.0.14")
    commands = block("Add a server.").splitlines()
    new.run("\n".join(commands[:3]))
    adapt(new)
    new.run("\n".join(commands[3:]))
    until("another server is ready", lambda: new.is_ready)
    for machine in machines:
        path = machine.folder / "etc/haproxy/haproxy.cfg"
        third = "    server server-3 127.0.0.13:8443\n"
        path.write_text(path.read_text().replace(
            third, third + third.replace("-3", "-4").replace("13", "14")))
        machine.run("systemctl reload haproxy")
    stop = block("Remove or restart one.")
    for machine in machines:
        machine.run(stop)
    canvas.draw(4)
    for machine in machines:
        machine.run("systemctl start emojiart-server")
        until(f"the server of {machine.address} is ready again", lambda: machine.is_ready)
    new.run(stop)
    canvas.draw(4)
    done("a server was added, served alone, and is removed")

def set_up(folder: Path, machines: list[Machine]) -> None:
    first = machines[0]
    first.run(block("Three machines", 1))
    keys = folder / "cluster/keys"
    for machine in machines:
        machine.run(block("Three machines", 2).replace("10.0.0.11", machine.address))
        place = machine.folder / "etc/haproxy"
        first.run(
            f"cd {keys}\n"
            f"openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=site -CA ca.pem -CAkey ca.key "
            f"-addext subjectAltName=IP:127.0.0.11 -keyout site.key -out site.pem\n"
            f"cat site.pem site.key > '{place}/{SITE}.pem'"
        )
        adapt(machine)
    done("the files of three machines")
    commands = block("Three machines", 3)
    for machine in machines:
        machine.run("\n".join(commands.splitlines()[:2]))
    first.run(commands.splitlines()[2])
    until("the first PostgreSQL is the leader", lambda: first.has_roles("Leader"), 20)
    for machine in machines[1:]:
        machine.run(commands.splitlines()[2])
    until("the others are standbys", lambda: first.has_roles("Leader", "Replica", "Sync Standby"))
    for machine in machines:
        machine.run("\n".join(commands.splitlines()[3:]))
        until(f"the server of {machine.address} is ready", lambda: machine.is_ready)


def check_rights(machines: list[Machine]) -> None:
    """The servers' role has its own database alone, and nobody comes in without TLS."""
    first = machines[0]
    secret = (first.folder.parent / "cluster/keys/servers").read_text().strip()

    def ask(database: str, query: str, mode: str = "verify-full") -> str:
        authority = first.folder / "etc/emojiart-server/ca.pem"
        return first.run(
            f"PGPASSWORD={secret} psql -XAtc \"{query}\" \"host=10.0.0.11 dbname={database} "
            f"user=emojiart sslmode={mode} sslrootcert={authority}\" 2>&1 || true"
        )

    rights = ("SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication FROM pg_roles"
              " WHERE rolname = 'emojiart'")
    if ask("emojiart", rights).strip() != "f":
        fail("the servers' role has more rights than it needs")
    full = "verify-full"
    for database, mode in [("postgres", full), ("template1", full), ("emojiart", "disable")]:
        if "no pg_hba.conf entry" not in (answer := ask(database, "SELECT 1", mode)):
            fail(f"the servers' role gets into {database} with sslmode={mode}: {answer}")
    done("the servers' role reaches its own database, by TLS alone")
    for machine in machines:
        for port in [2379, 2380, 8008, 8443, 8444]:
            answer = machine.run(f"curl -s -m 5 http://{machine.address}:{port}/ || true")
            if "<!doctype" in answer or "state" in answer:
                fail(f"{machine.address}:{port} answers without TLS: {answer}")
    done("no hop answers without TLS")


def work(folder: Path, machines: list[Machine]) -> None:
    first, second, third = machines
    set_up(folder, machines)
    check_rights(machines)
    canvas = Canvas(folder / "cluster/keys/ca.pem")
    canvas.draw(20)
    done("edits are acknowledged and there")

    stop = block("Remove or restart one.")
    for machine in machines:
        machine.run(stop)
        canvas.draw(5)
        machine.run("systemctl start emojiart-server")
        until(f"{machine.address} is upgraded, and back", lambda: machine.is_ready)

    add_server(folder, machines, canvas)

    switch = block("Fail over on purpose")
    leader = next(name for name, role in first.roles().items() if role == "Leader")
    member = subprocess.Popen([PROGRAMS / "emojiart", "watch", URL, *canvas.options],
                              stdout=subprocess.PIPE, text=True)
    member.stdout.readline()
    first.run(switch)
    canvas.draw(5)
    member.terminate()
    if "disconnected" in (told := member.communicate()[0]):
        fail(f"a member was sent away during the fail-over: {told}")
    until("after a fail-over all three are there",
          lambda: first.has_roles("Leader", "Replica", "Sync Standby"))
    if first.roles().get(leader) == "Leader":
        fail("the leader is the one that it was")

    while first.roles().get(first.address) == "Leader":
        first.run(switch)
        until("another fail-over", lambda: first.has_roles("Leader", "Replica", "Sync Standby"))
    lost = next(each for each in machines if first.roles().get(each.address) == "Leader")
    start = time.monotonic()
    lost.lose()
    canvas.draw(5)
    took = time.monotonic() - start
    done(f"the machine of the primary is lost: {took:.1f} s until the next edit")
    lost.run(block("Three machines", 3))
    until("it is back", lambda: first.has_roles("Leader", "Replica", "Sync Standby"))
    until("its server is ready", lambda: lost.is_ready)

    first.run(block("Back up"))
    done("a backup")
    query = ("psql -XAt 'host=10.0.0.11,10.0.0.12,10.0.0.13 user=postgres dbname=postgres"
             " target_session_attrs=read-write' -c 'SELECT {}'")
    canvas.draw(7)
    then, there = first.run(query.format("now()")).strip(), canvas.count
    canvas.draw(9)
    # The log that has the moment is archived.
    segment = first.run(query.format("pg_walfile_name(pg_switch_wal())")).strip()
    until("the log is archived", lambda: (folder / "archive" / f"{segment}.gz").exists())
    back = block("Go back to a moment")
    again = block("Go back to a moment", 1).replace("2026-11-26 12:00:00+00", then)
    for machine in machines:
        machine.run(back)
    first.run(again)
    until("PostgreSQL is back at that moment", lambda: first.has_roles("Leader"), 20)
    for machine in [second, third]:
        machine.run("systemctl start patroni")
    until("so are the others", lambda: first.has_roles("Leader", "Replica", "Sync Standby"))
    for machine in machines:
        machine.run("systemctl start emojiart-server")
        until("a server is ready", lambda: machine.is_ready)
    canvas.count = there
    canvas.look()
    canvas.draw(3)
    done("the document is as it was at that moment, and goes on")


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="emojiart-guide-"))
    folder.chmod(0o755)
    (folder / "archive").mkdir()
    Machine.give(folder / "archive", "postgres")
    machines = []
    try:
        machines = [Machine(folder, f"127.0.0.{number}") for number in (11, 12, 13)]
        work(folder, machines)
        print(f"{done.count} steps of Cluster.md are as it says")
    except BaseException:
        for machine in machines:
            for unit in ["etcd", "patroni", "emojiart-server", "haproxy"]:
                if (machine.folder / f"{unit}.log").exists():
                    print(f"-- {machine.address} {unit}\n{machine.log(unit)}")
        raise
    finally:
        for number in (signal.SIGTERM, signal.SIGKILL):
            for pid in processes(folder):
                os.kill(pid, number)
            time.sleep(1)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
