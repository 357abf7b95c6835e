import BenchmarkKit
import CPeers
import Foundation

// wrk ─▶ libmicrohttpd alone / suspending and resuming / kymo serve: requests answered per second.

let seconds = 2
let nominal = 100_000

/// A program that runs until it is let go.
final class Server {
  let process = Process()

  init(_ path: String, _ arguments: [String], port: Int) {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { preconditionFailure("\(path): \(error)") }
    // Until it listens.
    for _ in 0..<200 {
      if output("/usr/bin/env", ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/\(port)"]).status == 0 {
        return
      }
      usleep(20_000)
    }
    preconditionFailure("\(path) \(arguments) does not listen")
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }
}

func output(_ path: String, _ arguments: [String]) -> (text: String, status: Int32) {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  do { try process.run() } catch { preconditionFailure("\(path): \(error)") }
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (String(decoding: data, as: UTF8.self), process.terminationStatus)
}

/// Waits until a request is answered well: a server that listens may still open its session, and refuse commands.
func awaitAnswer(of url: String) {
  for _ in 0..<200 {
    if output("/usr/bin/env", ["curl", "-sfo", "/dev/null", url]).status == 0 { return }
    usleep(20_000)
  }
  preconditionFailure("\(url) is not answered")
}

/// Requests per second that wrk sees answered, with one thread and 64 connections.
func rate(_ url: String, script: String? = nil) -> Double {
  var arguments = ["wrk", "-t1", "-c64", "-d\(seconds)s"]
  if let script { arguments += ["-s", script] }
  let text = output("/usr/bin/env", arguments + [url]).text
  precondition(!text.contains("Non-2xx"), "requests were refused: \(text)")
  for line in text.split(separator: "\n") where line.hasPrefix("Requests/sec:") {
    if let rate = Double(line.split(separator: " ").last ?? "") { return rate }
  }
  preconditionFailure("wrk did not say a rate: \(text)")
}

@main struct ServerBenchmark {
  static func main() {
    let arguments = CommandLine.arguments
    if arguments.count == 4, arguments[1] == "peer", let port = UInt16(arguments[2]) {
      guard peers_microhttpd(port, arguments[3] == "resumes" ? 1 : 0) != 0 else { exit(1) }
      while true { pause() }
    }
    let kymo = ProcessInfo.processInfo.environment["KYMO"] ?? ".build/release/kymo"
    guard FileManager.default.isExecutableFile(atPath: kymo) else {
      print("ServerBenchmark: skipped, \(kymo) is not there; make build makes it")
      return
    }
    let own = arguments[0]
    let folder = "/dev/shm/kymo-server-benchmark-\(ProcessInfo.processInfo.processIdentifier)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch { preconditionFailure("\(error)") }
    defer { try? FileManager.default.removeItem(atPath: folder) }

    let call = "call?cmd=logMessage&msg=%22hi%22"
    var next = 21_000
    /// A server of its own for each run, so that none meets what a former one has left.
    func measure(
      _ program: String,
      _ path: String,
      script: String? = nil,
      _ make: (Int) -> [String]
    ) -> Double {
      next += 1
      for file in ["s.mcap", "s.pcap"] {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(file)")
      }
      let server = Server(program, make(next), port: next)
      let root = "http://127.0.0.1:\(next)/"
      awaitAnswer(of: root + (program == own ? "" : call))
      let rate = rate(root + path, script: script)
      withExtendedLifetime(server) {}
      return Double(nominal) / rate
    }
    func serve(_ options: [String]) -> (Int) -> [String] {
      { ["serve", "--port", String($0)] + options }
    }
    let (record, capture) = (["--record", "\(folder)/s.mcap"], ["--pcap", "\(folder)/s.pcap"])
    var comparison = Comparison(
      "Requests over HTTP, wrk with 64 connections",
      operations: nominal,
      isHere: false
    )
    comparison.add("libmicrohttpd, a constant") {
      measure(own, "") { ["peer", String($0), "answers"] }
    }
    let peer = "libmicrohttpd, suspended and resumed"
    comparison.add(peer) { measure(own, "") { ["peer", String($0), "resumes"] } }
    comparison.add("kymo serve") { measure(kymo, call, serve([])) }
    comparison.add("kymo serve, recorded") { measure(kymo, call, serve(record)) }
    comparison.add("kymo serve, capture by itself") {
      measure(kymo, call, serve(capture + ["--pcap-from", "server"]))
    }
    let canCapture = getuid() == 0
    if canCapture {
      comparison.add("kymo serve, live capture") { measure(kymo, call, serve(capture)) }
    }
    comparison.run()
    comparison.speed("requests over HTTP", of: "kymo serve", to: [peer], goal: .atLeast(0.95))
    comparison.speed(
      "requests over HTTP",
      of: "kymo serve, recorded",
      to: [peer],
      goal: .atLeast(0.9)
    )
    comparison.speed(
      "requests over HTTP",
      of: "kymo serve, capture by itself",
      to: [peer],
      goal: .atLeast(0.75)
    )
    if canCapture {
      comparison.speed(
        "requests over HTTP",
        of: "kymo serve, live capture",
        to: [peer],
        goal: .atLeast(0.6)
      )
    } else {
      print("  skipped: live capture, which needs root")
    }

    let body = "[" + (0..<100).map { _ in "\\\"\(call)\\\"" }.joined(separator: ",") + "]"
    let script = "\(folder)/batch.lua"
    let lua = "wrk.method = \"POST\"\nwrk.body = \"\(body)\"\n"
    do { try lua.write(toFile: script, atomically: true, encoding: .utf8) } catch {
      preconditionFailure("\(error)")
    }
    var batches = Comparison(
      "Commands in batches of 100",
      operations: nominal * 100,
      isHere: false
    )
    let queue = "kymo serve, /bridge/queue"
    batches.add(queue) {
      measure(kymo, "bridge/queue", script: script, serve([]))
    }
    batches.run()
    batches.time("commands in batches of 100", of: queue, goal: .atMost(1000))
  }
}
