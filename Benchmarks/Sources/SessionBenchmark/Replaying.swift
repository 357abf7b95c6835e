import KymoCore
import KymoMCAP
import KymoRecording
import KymoSamples

/// The smallest handler with something to show: it replies with the sample.
final class AccelerationReply: Handler {
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    exchange.reply(exchange.event.payload.acceleration)
    return .proceed
  }
}

/// The seconds that it takes to decode the events of a recording into blocks, on this thread.
func decode(_ path: String, _ expected: Int) -> Double {
  var found = 0
  let seconds = timed {
    var map = CommandMap()
    map.view("accel", AccelerationReply())
    var events = try SessionFile(path: path).events(CommandRouting(CommandTable(map)))
    var hasMore = true
    while hasMore {
      found += try [Event](capacity: 256) { (output) throws(SessionError) in
        hasMore = try events.fill(&output)
      }.count
    }
  }
  precondition(found == expected, "\(found) events were decoded")
  return seconds
}

/// The seconds from the file to the digest, which must be the expected one.
func replay(_ path: String, expect digest: UInt64) -> Double {
  timed {
    var map = CommandMap()
    map.view("accel", AccelerationReply())
    let table = try CommandTable(map)
    let events = try SessionFile(path: path).events(CommandRouting(table))
    let result = Replay.run(events, table: table, sink: NoSink())
    precondition(result.digest.total == digest && result.failure == nil, "the digest differs")
  }
}

/// Replays a recording through the smallest handler, or through those of the DeviceCatalog if it has fixes, and records
/// that with its trace, by default: returns the digest.
func copy(_ path: String, to target: String) -> UInt64 {
  do {
    let file = try SessionFile(path: path)
    var map = CommandMap()
    let hasFixes = (file.scan.summary?.statistics?.channelMessageCounts[2] ?? 0) > 0
    if hasFixes { map = DeviceCatalog.makeMap() } else { map.view("accel", AccelerationReply()) }
    let table = try CommandTable(map)
    let names = table.names
    let writer = try SessionWriter(
      MCAPFileSink(path: target),
      description: SessionDescription(origin: "benchmark"),
      commands: names,
      hasTrace: true
    )
    let events = try file.events(CommandRouting(table))
    let sink = OptionalSink(Recorder(writer, hasTrace: true))
    var result = Replay.run(events, table: table, sink: sink)
    let digest = result.digest
    precondition(result.failure == nil)
    let statistics = try result.sink.take()?.finish(
      SessionResult(app: "", commands: names, digest: digest)
    )
    precondition(statistics?.messageCount ?? 0 >= 2 * digest.count, "steps were lost")
    return digest.total
  } catch { preconditionFailure("\(error)") }
}
