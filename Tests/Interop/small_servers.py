"""Small servers for tests of clients and of framing: nginx, and some that answer with bytes as they are told."""

import shutil
import signal
import socket
import struct
import subprocess
import threading
import time

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")

CONFIGURATION = """
worker_processes 1;
daemon off;
error_log @FOLDER@/error.log;
pid @FOLDER@/nginx.pid;
events { worker_connections 1024; }
http {
  client_body_temp_path @FOLDER@/body;
  proxy_temp_path @FOLDER@/proxy;
  fastcgi_temp_path @FOLDER@/fastcgi;
  uwsgi_temp_path @FOLDER@/uwsgi;
  scgi_temp_path @FOLDER@/scgi;
@HTTP@
}
"""


def free_port():
    """A port of loopback that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Nginx:
    """nginx with a block `http` of one's own, in which @PORT@ and @FOLDER@ stand for the port and the folder."""

    def __init__(self, folder, http):
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        path = folder / "nginx.conf"
        text = CONFIGURATION.replace("@HTTP@", http)
        path.write_text(text.replace("@PORT@", str(self.port)).replace("@FOLDER@", str(folder)))
        self.process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(path)], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                assert self.process.poll() is None and time.monotonic() < deadline
                time.sleep(0.02)

    def stop(self):
        """Lets it end what it has begun, and waits until it has."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(timeout=60)

    def seen(self):
        """The lines of its log `@FOLDER@/access.log`, which are all there when it has stopped."""
        return (self.folder / "access.log").read_text().splitlines()


class Listener:
    """A server that lets `answer` do what it wants with each connection, until the end of the test."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        # Connections that stay open without a word.
        self.kept = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        raise NotImplementedError

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        for connection in self.kept:
            connection.close()


class Raw(Listener):
    """A server that answers every connection with the same bytes, and closes it or not."""

    def __init__(self, reply, closes=True):
        self.reply, self.closes = reply, closes
        super().__init__()

    def answer(self, connection):
        connection.recv(65536)
        try:
            # Byte by byte, so that every cut is tried.
            for byte in self.reply:
                connection.sendall(bytes([byte]))
        except ConnectionError:
            # The client has seen enough.
            pass
        if self.closes:
            connection.close()
        else:
            self.kept.append(connection)


FIN, RST, WAIT = "FIN", "RST", "WAIT"


class Faulty(Listener):
    """A server that answers the request /n/K with the fault K, on a connection of its own.

    A fault begins with what is answered, and how it ends: FIN, RST, or WAIT.
    """

    def __init__(self, faults):
        self.faults = faults
        super().__init__()

    def answer(self, connection):
        request = connection.recv(65536).decode()
        if not request:
            # A connection that the client did not need.
            return connection.close()
        reply, end = self.faults[int(request.split()[1].removeprefix("/n/"))][:2]
        try:
            connection.sendall(reply)
        except ConnectionError:
            pass
        if end == WAIT:
            self.kept.append(connection)
            return
        if end == RST:
            # What was sent has to be there before the RST, which lets the receiver forget it.
            time.sleep(0.1)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()


class Leaving(Listener):
    """A server that answers one request, or takes it alone, and listens no more."""

    def __init__(self, reply=b""):
        self.reply = reply
        super().__init__()

    def serve(self):
        connection, _ = self.listener.accept()
        # Here, as a thread that waits to accept would keep it open.
        self.listener.close()
        self.answer(connection)

    def answer(self, connection):
        connection.recv(65536)
        connection.sendall(self.reply)
        connection.close()
