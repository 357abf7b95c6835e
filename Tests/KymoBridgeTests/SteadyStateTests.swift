import KymoBridge
import KymoCore
import KymoTestSupport
import Testing

/// After the start nothing is allocated, whatever the texts are.
@Suite("Bridge, steady state") struct SteadyStateTests {
  // In a process of its own, where the test library's hook on every throw can be taken away: it
  // allocates a backtrace.
  @Test(
    "Calls in, replies out, errors and the queue allocate nothing",
    .enabled(if: Allocations.areCounted, "allocations are not counted under a sanitizer")
  )
  func bridge() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try Self.checkBridge()
    }
    let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(!said.contains("Fatal"), "\(said)")
  }

  static func checkBridge() throws {
    Allocations.unhookThrows()
    let limits = BridgeLimits(messageBytes: 1 << 16)
    var decoder = CallDecoder(bases: ["https://app.local/"], limits: limits)
    var legacy = CallDecoder(bases: [], mode: .legacy, limits: limits)
    var encoder = CallEncoder(base: "https://app.local/", limits: limits)
    var writer = JSONWriter(maximumBytes: 1 << 17)
    var reply = ReplyScript(maximumBytes: 1 << 18)
    var queue = CallQueue(maximumCalls: 4, maximumBytes: 1 << 10)
    queue.becomeReady(at: 0)
    let long = "[\"" + String(repeating: "é\\u00e9'", count: 3_000) + "\"]"
    let messages = [
      #"["file.caf","start",-1,1.5e-300,{"z":0.3333333333333333,"a":[null,true]}]"#,
      "plain text", "", "-1", #"["\ud800"]"#, "[1e400]", "[1,", long,
    ]
    let urls = [
      "https://app.local/call?cmd=a&msg=%zz", "https://app.local/call?cmd=loc", "about:blank",
      "https://app.local/call?cmd=a&msg=%FF", "https://app.local/call?cmd=a&x=1",
    ]
    var calls = 0
    var errors = 0

    func round(_ number: Int64) {
      // By index: the iterator of an array allocates in a debug build.
      for index in 0..<messages.count {
        let message = messages[index]
        do throws(CallError) {
          try encoder.encode(command: "a long name for a command", message: message)
          let kind = try encoder.withURL { (url) throws(CallError) in try decoder.decode(utf8: url)
          }
          guard kind == .call else { continue }
          writer.reset()
          writer.beginObject(sortedNames: true)
          writer.name("zebra")
          writer.write(Double(number) / 7)
          writer.name("apple")
          writer.beginArray()
          var cursor = decoder.message.cursor()
          while let value = cursor.next(in: decoder.message.document) {
            writer.write(value, of: decoder.message.document, sortedNames: true)
            calls += decoder.message.document.withRawText(of: value) { $0.byteCount } & 1
          }
          writer.endArray()
          writer.endObject()
          calls += 1
        } catch {
          errors += 1
        }
        do throws(JSONWriterError) {
          try writer.finish()
          try reply.writeJSONRequest("showPickResults", json: writer)
          try reply.writeLocation(latitude: 1 / 3, longitude: Double(number), altitude: 0.1)
          try reply.writeAcceleration(Acceleration(x: 0.1, y: -1, z: 1e-9))
        } catch {
          errors += 1
        }
      }
      for index in 0..<urls.count {
        let url = urls[index]
        do throws(CallError) {
          try decoder.decode(url)
          try legacy.decode(url)
        } catch {
          errors += 1
        }
      }
      for _ in 0..<6 {
        _ = encoder.withURL { queue.makeCall($0, at: number) }
      }
      while let sequence = queue.inFlight { _ = queue.acknowledge(sequence, at: number) }
    }

    round(0)
    let made = Allocations.count { for number in 1...1_000 { round(Int64(number)) } }
    precondition(calls > 5_000 && errors > 3_000, "\(calls) calls, \(errors) errors")
    precondition(made == 0, "\(made) allocations")
  }
}
