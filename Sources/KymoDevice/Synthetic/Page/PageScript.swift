import KymoBridge

/// What the user of the synthetic page does: a list of calls, repeated with other details.
///
/// Every command of the DeviceCatalog occurs, and every way in which a call can go wrong.
struct PageScript {
  /// A call: a command and its message, or a URL that the page made in some other way.
  enum Call {
    case call(String, String?)
    case url(String)
  }

  private var random: SyntheticRandom
  private var round = 0
  private var waiting: [Call] = []
  private let mode: CallMode

  /// Starts the script of a page that keeps the rules of `mode`.
  init(seed: UInt64, mode: CallMode) {
    random = SyntheticRandom(seed: seed, stream: 101)
    self.mode = mode
  }

  /// Whether something was begun that is not through.
  var isInRound: Bool { !waiting.isEmpty }

  /// How long the user waits before the next call, in ns.
  mutating func pause() -> Int64 { Int64(random.integer(80...320)) * 1_000_000 }

  /// How long native code takes to acknowledge a call, in ns.
  mutating func acknowledgement() -> Int64 { Int64(random.integer(4...40)) * 1_000_000 }

  /// The calls that are made at once: mostly one; now and then more than the page's queue holds.
  mutating func next() -> [Call] {
    if waiting.isEmpty {
      waiting = makeRound().reversed()
      round += 1
      if round % 8 == 4 {
        return (0..<80).map { .call("logMessage", "\"burst \($0)\"") }
      }
    }
    return waiting.popLast().map { [$0] } ?? []
  }

  private mutating func makeRound() -> [Call] {
    let file = "note-\(random.integer(1...9)).caf"
    let words = ["café", "it's 100 %", "a & b = c?", "line\\u2028break", "\\\"quoted\\\"", "–1 °C"]
    // An object was no list of parameters in the parser of 2009, and a bare word a text.
    let off = mode == .legacy ? "[{\"on\":\"NO\"}]" : round % 2 == 0 ? "{\"on\":\"NO\"}" : "false"
    var calls: [Call] = [
      .call("logMessage", "\"\(words[random.integer(0...words.count - 1)])\""),
      .call("playSound", "-1"),
      .call("loc", nil),
      .call("rec", "[\"\(file)\",\"start\"]"),
      .call("playSound", "0"),
      .call("showDate", random.chance(0.5) ? "\"DateTime\"" : "Date"),
      .call("rec", "[\"\(file)\",\"stop\"]"),
      .call("play", "[\"\(file)\",\"start\",\(random.integer(-1...3))]"),
      .call("loc", nil),
      .call("loc", nil),
      .call("play", "[\"\(file)\",\"pause\"]"),
      .call("switchAccelerometer", off),
      .call("play", "[\"\(file)\",\"stop\"]"),
      .call("logMessage", "\(random.uniform(-1...1))"),
      .call("switchAccelerometer", mode == .legacy ? "[{\"on\":\"YES\"}]" : "true"),
    ]
    let mistakes: [Call] = [
      .call("lco", nil),
      .call("playSound", "7"),
      .call("rec", "[\"\(file)\"]"),
      .call("play", "[12,\"start\"]"),
      .call("play", "[\"../\(file)\",\"start\"]"),
      .call("play", "[\"never.caf\",\"start\"]"),
      .url("call?cmd=play&msg=%zz"),
      .url("index.html?page=2"),
      .call("sendPickResults", nil),
    ]
    calls.insert(mistakes[round % mistakes.count], at: random.integer(0...calls.count))
    return calls
  }
}
