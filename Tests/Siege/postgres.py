"""A PostgreSQL of a test, in a folder and on a port of its own."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

from house import DEADLINE, until

PROGRAMS = Path("/usr/lib/postgresql/15/bin")


class Postgres:
    """It ends with the process that started it, however that ends."""

    def __init__(self):
        if not (PROGRAMS / "initdb").exists():
            raise AssertionError("there is no PostgreSQL 15: apt-get install postgresql-15")
        self.folder = Path(tempfile.mkdtemp(prefix="siege-postgres-"))
        self.user = ["/usr/bin/setpriv", "--pdeathsig=QUIT"]
        if os.geteuid() == 0:
            # It refuses to be root.
            self.user += ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(self.folder, "postgres", "postgres")
        data = self.folder / "data"
        options = ("-U", "owner", "-A", "trust", "--no-sync", "--locale=C.UTF-8")
        self.tool("initdb", "-D", data, *options)
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        settings = {
            "port": self.port, "listen_addresses": "127.0.0.1", "shared_buffers": "16MB",
            "unix_socket_directories": self.folder,
        }
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [*self.user, PROGRAMS / "postgres", "-D", data,
                 *(f"-c{name}={value}" for name, value in settings.items())],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )
        if not until(lambda: self.answers() or self.process.poll() is not None) or not self.answers():
            text = (self.folder / "log").read_text(errors="replace")
            self.close()
            raise AssertionError(f"PostgreSQL did not start:\n{text}")

    @property
    def address(self) -> str:
        return f"postgresql://owner@127.0.0.1:{self.port}/postgres"

    def answers(self) -> bool:
        probe = [PROGRAMS / "pg_isready", "-q", "-d", self.address]
        return subprocess.run(probe).returncode == 0

    def tool(self, name: str, *arguments) -> None:
        subprocess.run([*self.user, PROGRAMS / name, *arguments], cwd=self.folder, check=True,
                       capture_output=True)

    def close(self) -> None:
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(DEADLINE)
        shutil.rmtree(self.folder, ignore_errors=True)
