"""A server of one web socket (RFC 6455) and one event stream, as far as a page of the tests needs them."""

import base64
import contextlib
import hashlib
import re
import socket
import struct
import threading

ACCEPT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def _frame(kind, data):
    size = struct.pack("!BB", 0x80 | kind, len(data)) if len(data) < 126 else struct.pack("!BBH", 0x80 | kind, 126, len(data))
    return size + data


def _receive(stream):
    """The kind and the bytes of the next frame, which is whole and masked as a browser sends it."""
    head = stream.read(2)
    if len(head) < 2:
        return 8, b""
    size = head[1] & 127
    if size == 126:
        (size,) = struct.unpack("!H", stream.read(2))
    mask = stream.read(4)
    return head[0] & 15, bytes(byte ^ mask[index % 4] for index, byte in enumerate(stream.read(size)))


def _talk(client, stream, head):
    key = re.search(rb"(?i)sec-websocket-key: (\S+)", head).group(1)
    accept = base64.b64encode(hashlib.sha1(key + ACCEPT).digest())
    client.sendall(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Protocol: v2\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n" + _frame(1, b"hello") + _frame(2, b"\x00\xff")
    )
    while True:
        kind, data = _receive(stream)
        if kind == 8:
            client.sendall(_frame(8, data))
            return
        if data == b"bye":
            client.sendall(_frame(8, struct.pack("!H", 4001) + b"as asked"))
            _receive(stream)
            return
        client.sendall(_frame(kind, data))


def _answer(client, events):
    with client, client.makefile("rb") as stream:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            line = stream.readline()
            if line == b"":
                return
            head += line
        if b"pgrade: websocket" in head:
            return _talk(client, stream, head)
        last = re.search(rb"(?i)last-event-id: (\S+)", head)
        body = events[0 if last is None else 1].encode()
        status, kind = (b"200 OK", b"text/event-stream") if body else (b"404 Not Found", b"text/plain")
        client.sendall(
            b"HTTP/1.1 " + status + b"\r\nContent-Type: " + kind
            + b"\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n" + body
        )


@contextlib.contextmanager
def server(events):
    """The port of a server; `events` are the texts of the stream, at first and after a reconnection: none is a 404."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve():
            with contextlib.suppress(OSError):
                while True:
                    client, _ = listener.accept()
                    threading.Thread(target=_answer, args=(client, events), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]
