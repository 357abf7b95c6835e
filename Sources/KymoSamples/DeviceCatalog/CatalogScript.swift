public import KymoBridge
import KymoCore
public import KymoSynth

/// The calls of somebody who uses the page of the ``DeviceCatalog``: a list that is repeated with other
/// details.
///
/// Every command occurs, and every way in which a call can go wrong.
public struct CatalogScript: PageScript {
  /// The name of the app.
  public static let page = DeviceCatalog.name

  private var random: Xoshiro256StarStar
  private var round = 0
  private var waiting: [SyntheticCall] = []
  private let mode: CallMode

  /// Starts the list; in legacy mode messages are those of 2009.
  public init(seed: UInt64, mode: CallMode) {
    random = Xoshiro256StarStar(seed: seed, stream: 101)
    self.mode = mode
  }

  /// Whether calls of the list are left.
  public var isInRound: Bool { !waiting.isEmpty }

  /// 80...320 ms, in ns.
  public mutating func pause() -> Int64 { Int64(random.integer(80...320)) * 1_000_000 }

  /// 4...40 ms, in ns.
  public mutating func acknowledgement() -> Int64 { Int64(random.integer(4...40)) * 1_000_000 }

  /// The calls that are made at once: mostly one; now and then more than the page's queue holds.
  public mutating func next() -> [SyntheticCall] {
    if waiting.isEmpty {
      waiting = makeRound().reversed()
      round += 1
      if round % 8 == 4 {
        return (0..<80).map { .call("logMessage", "\"burst \($0)\"") }
      }
    }
    return waiting.popLast().map { [$0] } ?? []
  }

  private mutating func makeRound() -> [SyntheticCall] {
    let file = "note-\(random.integer(1...9)).caf"
    let words = ["café", "it's 100 %", "a & b = c?", "line\\u2028break", "\\\"quoted\\\"", "–1 °C"]
    // An object was no list of parameters in the parser of 2009, and a bare word a text.
    let off = mode == .legacy ? "[{\"on\":\"NO\"}]" : round % 2 == 0 ? "{\"on\":\"NO\"}" : "false"
    var calls: [SyntheticCall] = [
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
    let mistakes: [SyntheticCall] = [
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
