"""The nodes of a cluster: the folder, the port, the settings and the command of each."""

import os
import re
import secrets
import shutil
import string
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGED = HERE.parents[1] / "Sources/emojiart-server/Packaging/cluster"
HOST = "127.0.0.1"
DATABASES = ["postgres-1", "postgres-2", "postgres-3"]
PACKAGES = {
    "/usr/bin/setpriv": "util-linux",
    "/usr/bin/etcd": "etcd-server",
    "/usr/bin/patroni": "patroni",
    "/usr/sbin/haproxy": "haproxy",
    "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
}


def ports(base: int, servers: list[str]) -> dict[str, int]:
    found = {"haproxy": base, "etcd": base + 31, "etcd-peer": base + 32}
    found |= {name: base + 1 + place for place, name in enumerate(servers)}
    for place, name in enumerate(DATABASES):
        found |= {name: base + 11 + place, f"{name}-patroni": base + 21 + place}
    return found


class Nodes:
    """Makes the folder of each node, and the command that runs there."""

    def __init__(self, folder: Path, servers: list[str], ports: dict[str, int]):
        self.folder, self.servers, self.ports = folder, servers, ports
        self.commands: dict[str, list] = {}

    def prepare(self, binary: Path, options: tuple) -> dict[str, list]:
        self.folder.chmod(0o711)
        (self.folder / "logs").mkdir()
        self.prepare_etcd()
        password = secrets.token_hex(16)
        self.prepare_databases(password)
        self.prepare_servers([binary, "serve", *options], password)
        self.prepare_proxy()
        return self.commands

    def prepare_etcd(self) -> None:
        clients, peers = (f"http://{HOST}:{self.ports[name]}" for name in ("etcd", "etcd-peer"))
        self.add(
            # The API v2 is what patroni.yml needs.
            *("etcd", "/usr/bin/etcd", "--enable-v2=true", "--name=etcd", "--data-dir=data"),
            *(f"--listen-client-urls={clients}", f"--advertise-client-urls={clients}"),
            *(f"--listen-peer-urls={peers}", f"--initial-advertise-peer-urls={peers}"),
            f"--initial-cluster=etcd={peers}",
        )

    def prepare_databases(self, password: str) -> None:
        superuser, replication = secrets.token_hex(16), secrets.token_hex(16)
        for name in DATABASES:
            self.add(name, "/usr/bin/patroni", "patroni.yml")
            self.fill(name, "role.sql", password=password)
            self.fill(
                name, "patroni.yml", name=name, folder=self.folder / name, port=self.ports[name],
                rest=self.ports[f"{name}-patroni"], etcd=self.ports["etcd"],
                superuser=superuser, replication=replication,
            )

    def prepare_servers(self, command: list, password: str) -> None:
        hosts = ",".join(f"{HOST}:{self.ports[database]}" for database in DATABASES)
        query = "target_session_attrs=read-write&connect_timeout=2"
        proxy, secret = self.ports["haproxy"], secrets.token_hex(32)
        for name in self.servers:
            address = f"{HOST}:{self.ports[name]}"
            # A server alone needs to know of no others.
            node = ["--node", f"http://{address}", "--node-secret", "node-secret"]
            self.add(
                *(name, *command, "--listen", address, "--data", "data"),
                *("--store", f"postgresql://emojiart@{hosts}/emojiart?{query}"),
                *("--host", f"{HOST}:{proxy}", "--host", f"localhost:{proxy}"),
                *("--trusted-proxy", HOST, *(node if len(self.servers) > 1 else [])),
            )
            # Not in the address of the store, which `ps` shows.
            self.write(name, "pgpass", f"{HOST}:*:emojiart:emojiart:{password}\n")
            self.write(name, "node-secret", secret + "\n")

    def prepare_proxy(self) -> None:
        address = f"{HOST}:{self.ports['haproxy']}"
        servers = "".join(f"    server {name} {HOST}:{self.ports[name]}\n" for name in self.servers)
        # That of the package, but for TLS and for what root alone may do.
        text = (PACKAGED / "haproxy.cfg").read_text()
        for pattern, here in [
            (r"log /dev/log local0", "log stdout format raw daemon"),
            (r" +(user|group) haproxy\n", ""),
            (r"maxconn \d+", "maxconn 2000"),
            (r"bind :443 .*", f"bind {address}"),
            (r" ssl verify required .*", ""),
            (r"art\.example\.org", address),
            (r"( +server server-.*\n?)+", servers),
        ]:
            text, count = re.subn(pattern, here, text)
            assert count, f"haproxy.cfg has no {pattern}"
        self.add("haproxy", "/usr/sbin/haproxy", "-db", "-f", "haproxy.cfg")
        self.write("haproxy", "haproxy.cfg", text)

    def add(self, name: str, *command) -> None:
        """Adds a node. PostgreSQL refuses to be root, and the others need not be."""
        folder = self.folder / name
        folder.mkdir(mode=0o700)
        self.commands[name] = list(command)
        # A server that was built here may be where only root can read it.
        if os.geteuid() == 0 and name not in self.servers:
            shutil.chown(folder, "postgres", "postgres")
            user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
            self.commands[name] = ["/usr/bin/setpriv", *user, *command]

    def fill(self, node: str, file: str, **values) -> None:
        """Writes a file of this folder, with values in the place of their names."""
        self.write(node, file, string.Template((HERE / file).read_text()).substitute(values))

    def write(self, node: str, file: str, text: str) -> None:
        """Writes a file that only the user of a node can read."""
        path = self.folder / node / file
        path.touch(mode=0o600)
        path.write_text(text)
        shutil.chown(path, path.parent.stat().st_uid, path.parent.stat().st_gid)
