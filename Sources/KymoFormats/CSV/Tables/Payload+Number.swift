import KymoCore

extension Payload {
  /// How many float64 a payload has room for.
  static var numberCount: Int { 6 }

  /// Puts a float64 in one of the six words, as the CDR body of a message of numbers has it.
  ///
  /// - Precondition: `place` is in 0...5.
  mutating func setNumber(_ value: Double, at place: Int) {
    switch place {
    case 0: word0 = value.bitPattern
    case 1: word1 = value.bitPattern
    case 2: word2 = value.bitPattern
    case 3: word3 = value.bitPattern
    case 4: word4 = value.bitPattern
    case 5: word5 = value.bitPattern
    default: preconditionFailure("a message in an event has at most six numbers")
    }
  }
}
