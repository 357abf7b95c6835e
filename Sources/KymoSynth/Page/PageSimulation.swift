import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording

/// The page's side of a synthetic session: its user, its queue of calls, and native acknowledgements.
struct PageSimulation<Script: PageScript>: ~Copyable {
  /// The requests that were sent, in order.
  private(set) var requests: [SessionInput] = []
  private var script: Script
  private var encoder: CallEncoder
  private var queue = CallQueue()
  /// When the call in flight is acknowledged.
  private var acknowledged: Int64?

  init(seed: UInt64, mode: CallMode) {
    script = Script(seed: seed, mode: mode)
    encoder = CallEncoder(base: "", mode: mode)
    queue.becomeReady(at: 0)
  }

  /// How many calls found the queue full.
  var dropped: UInt64 { queue.counts.dropped }

  /// How long before the end the user stops to begin anything: what was begun is then through.
  static var quietNanoseconds: Int64 { 8_000_000_000 }

  mutating func run(until end: Int64) {
    var now = script.pause()
    while now < end, now < end - Self.quietNanoseconds || script.isInRound {
      acknowledge(until: now)
      for call in script.next() { make(call, at: now) }
      now += script.pause()
    }
    acknowledge(until: end)
  }

  /// Lets what is in flight arrive, and what waits go, up to a time.
  private mutating func acknowledge(until end: Int64) {
    while let time = acknowledged, time < end, let sequence = queue.inFlight {
      acknowledged = nil
      _ = queue.acknowledge(sequence, at: time)
      send(at: time)
    }
  }

  private mutating func make(_ call: SyntheticCall, at now: Int64) {
    let text: [UInt8]
    switch call {
    case .url(let url): text = Array(url.utf8)
    case .call(let command, let message):
      do { try encoder.encode(command: command, message: message) } catch {
        preconditionFailure("a call of \(Script.page) has no URL: \(error)")
      }
      text = Array(encoder.text.utf8)
    }
    let admission = text.withRawSpan { queue.makeCall($0, at: now) }
    if case .inFlight = admission { send(at: now) }
  }

  /// Records the call that is in flight now.
  private mutating func send(at now: Int64) {
    let number = UInt32(requests.count)
    let text = queue.withInFlight { _, url in
      Array(url.text.utf8)
    }
    guard let text else { return }
    acknowledged = now + script.acknowledgement()
    requests.append(
      SessionInput(request: text, by: .url, at: now, sequence: number)
    )
  }
}
