import Foundation
import Glibc

/// A server of Python's on this machine, which misbehaves as it is asked to; it ends with the object.
final class PythonServer {
  private let process = Process()
  /// What its addresses begin with: `http://127.0.0.1:PORT`.
  let base: String

  /// Whether there is Python to run it with.
  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  /// Starts a server.
  ///
  /// - Throws: if it does not say on which port it listens.
  init() throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", Self.script]
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw NotStarted()
    }
    base = "http://127.0.0.1:\(port)"
  }

  deinit {
    // The runner's threads block other signals, which a child inherits.
    kill(process.processIdentifier, SIGKILL)
    // waitUntilExit would run a loop of this thread's, where the tests have none.
    for _ in 0..<500 where process.isRunning { usleep(10_000) }
  }

  /// The server said nothing.
  struct NotStarted: Error {}

  private static let script = #"""
    import http.server, sys, time

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *_): pass
        def answer(self, status, body=b"", **fields):
            self.send_response(status)
            for name, value in fields.items(): self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD": self.wfile.write(body)
        def handle_any(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            path, _, query = self.path.partition("?")
            if path == "/echo":
                lines = [f"{self.command} {self.path}"]
                lines += sorted(f"{n.lower()}: {v}" for n, v in self.headers.items() if n.lower() not in ("host", "user-agent", "accept"))
                self.answer(200, "\n".join(lines).encode() + b"\n" + body, X_Reply="yes")
            elif path == "/chunks":
                self.send_response(200)
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for part in (b"a", "\u00fc".encode()[:1], "\u00fc".encode()[1:], b"z"):
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part)); self.wfile.flush(); time.sleep(0.03)
                self.wfile.write(b"0\r\nTrailer: t\r\n\r\n")
            elif path == "/redirect":
                status, target = query.split(",", 1)
                self.answer(int(status), b"moved", Location=target)
            elif path == "/status": self.answer(int(query), b"" if int(query) in (204, 304) else b"body")
            elif path == "/big":
                self.send_response(200)
                self.send_header("Connection", "close")
                self.end_headers()
                try:
                    for _ in range(int(query)): self.wfile.write(b"x" * 65536)
                except OSError: pass
                self.close_connection = True
            elif path == "/head": self.answer(200, b"", X_Long="y" * int(query))
            elif path == "/slow":
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"a"); self.wfile.flush(); time.sleep(20)
            elif path == "/short":
                self.send_response(200)
                self.send_header("Content-Length", "9")
                self.end_headers()
                self.wfile.write(b"abc"); self.wfile.flush()
                self.close_connection = True
            elif path == "/garbage":
                self.wfile.write(b"this is no HTTP\r\n\r\n")
                self.close_connection = True
            elif path == "/nothing": self.close_connection = True
            elif path == "/interim":
                self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n")
                self.answer(200, b"late")
            else: self.answer(404, b"no such page")
        do_GET = do_POST = do_PUT = do_HEAD = do_DELETE = handle_any

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True
        def handle_error(self, *_): pass

    server = Server(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """#
}
