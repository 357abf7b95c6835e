"""Talks HTTP with a server, and writes what went both ways as a capture, without the rights that a sniffer needs."""

import socket
import struct
import time


def checksum(data):
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return 0xFFFF ^ total


class Capture:
    """A pcap file of raw IP packets, in the order in which they are added."""

    ADDRESS = socket.inet_aton("127.0.0.1")

    def __init__(self):
        self.records = [struct.pack("<IHHIIII", 0xA1B23C4D, 2, 4, 0, 0, 1 << 18, 101)]

    def frame(self, ports, sequence, acknowledged, flags, payload, at, urgent=0):
        head = struct.pack(">HHIIBBHHH", *ports, sequence, acknowledged, 0x50, flags, 65535, 0, urgent)
        pseudo = self.ADDRESS * 2 + struct.pack(">BBH", 0, 6, len(head) + len(payload))
        tcp = bytearray(head + payload)
        tcp[16:18] = struct.pack(">H", checksum(pseudo + bytes(tcp)))
        ip = bytearray(
            struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(tcp), 0, 0x4000, 64, 6, 0) + self.ADDRESS * 2
        )
        ip[10:12] = struct.pack(">H", checksum(bytes(ip)))
        packet = bytes(ip) + bytes(tcp)
        self.records.append(struct.pack("<IIII", at // 10**9, at % 10**9, len(packet), len(packet)))
        self.records.append(packet)

    def write(self, path):
        path.write_bytes(b"".join(self.records))


class Wire:
    """A connection in a capture: bytes of either side, in segments."""

    SEGMENT = 1400

    def __init__(self, capture, client_port, server_port, at):
        self.capture = capture
        self.ports = (client_port, server_port)
        self.sequences = [1000, 5000]
        self.add(0, 0x02, b"", at)
        self.add(1, 0x12, b"", at)
        self.add(0, 0x10, b"", at)

    def add(self, side, flags, payload, at, urgent=0):
        self.put(side, self.sequences[side], flags, payload, at, urgent)
        self.sequences[side] += len(payload) + (1 if flags & 0x03 else 0)

    def put(self, side, sequence, flags, payload, at, urgent=0):
        """A packet of any number, which changes nothing of what follows."""
        ports = self.ports if side == 0 else self.ports[::-1]
        acknowledged = self.sequences[1 - side] if flags & 0x10 else 0
        self.capture.frame(ports, sequence % 2**32, acknowledged, flags, payload, at, urgent)

    def send(self, side, payload, at):
        for start in range(0, len(payload), self.SEGMENT):
            self.add(side, 0x18, payload[start : start + self.SEGMENT], at)

    def skip(self, side, count):
        """Bytes that nobody captured."""
        self.sequences[side] += count

    def close(self, at):
        self.add(0, 0x11, b"", at)
        self.add(1, 0x11, b"", at)
        self.add(0, 0x10, b"", at)


class Talk:
    """A real connection, captured as it goes."""

    def __init__(self, capture, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.wire = Wire(capture, self.socket.getsockname()[1], port, time.time_ns())

    def ask(self, method, target, body=b"", headers=()):
        """Sends a request and reads its reply; returns status and body."""
        lines = [f"{method} {target} HTTP/1.1", "Host: recorded.example", *headers]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        request = "\r\n".join(lines).encode() + b"\r\n\r\n" + body
        self.wire.send(0, request, time.time_ns())
        self.socket.sendall(request)
        data, first = b"", 0
        while b"\r\n\r\n" not in data:
            data += self.socket.recv(65536)
            first = first or time.time_ns()
        head, _, rest = data.partition(b"\r\n\r\n")
        length = 0
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if method == "HEAD":
            length = 0
        while len(rest) < length:
            rest += self.socket.recv(65536)
        self.wire.send(1, head + b"\r\n\r\n" + rest, first)
        return int(head.split()[1]), rest

    def close(self):
        self.socket.close()
        self.wire.close(time.time_ns())
