import KymoCore

/// Which faults are made, and at which messages.
public struct PageFaults: Sendable, Equatable {
  /// A fault that befalls any message with some probability.
  public struct Chance: Sendable, Equatable {
    /// The fault.
    public var fault: PageFault
    /// The probability, in 0...1.
    public var probability: Double

    /// A fault by chance.
    public init(_ fault: PageFault, probability: Double) {
      self.fault = fault
      self.probability = probability
    }
  }

  /// The faults at single messages, by their numbers.
  public var places: [UInt64: PageFault] = [:]
  /// The faults by chance; the first one that happens is made, and at most one at a message.
  public var chances: [Chance] = []
  /// Where chance starts: a message's faults depend on this and on its number alone.
  public var seed: UInt64 = 1

  /// None.
  public init() {}

  /// Faults at single messages.
  public init(_ places: [UInt64: PageFault]) { self.places = places }

  /// Whether there are none.
  public var isEmpty: Bool { places.isEmpty && chances.isEmpty }

  /// The fault at a message.
  public subscript(number: UInt64) -> PageFault? {
    if let fault = places[number] { return fault }
    guard !chances.isEmpty else { return nil }
    var random = SplitMix64(seed: seed &+ number &* 0x9E37_79B9_7F4A_7C15)
    for chance in chances {
      if random.uniform() < chance.probability { return chance.fault }
    }
    return nil
  }
}
