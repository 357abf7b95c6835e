extension PageFaults {
  /// Where a fault is made.
  private enum Place {
    case message(UInt64)
    case chance(Double)

    /// A number, or a percentage.
    init?(_ text: Substring) {
      guard text.hasSuffix("%") else {
        guard let number = UInt64(text) else { return nil }
        self = .message(number)
        return
      }
      guard let percentage = Double(text.dropLast()), percentage > 0, percentage <= 100 else {
        return nil
      }
      self = .chance(percentage / 100)
    }
  }

  /// Reads faults as a command line has them: `drop@12`, `drop@1%`, `delay@12=0.5`, the delay in s.
  ///
  /// - Throws: a ``PageFaultError`` for what is no fault, or for the second fault at a message.
  public init(_ texts: [String]) throws(PageFaultError) {
    self.init()
    for text in texts {
      guard let (place, fault) = Self.parsed(text) else { throw .noFault(text) }
      switch place {
      case .message(let number):
        guard places.updateValue(fault, forKey: number) == nil else { throw .twice(number) }
      case .chance(let probability): chances.append(Chance(fault, probability: probability))
      }
    }
  }

  private static func parsed(_ text: String) -> (place: Place, fault: PageFault)? {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[0] == "delay" {
      let values = parts[1].split(separator: "=", omittingEmptySubsequences: false)
      guard values.count == 2, let place = Place(values[0]), let seconds = Double(values[1]),
        (0...1e6).contains(seconds)
      else { return nil }
      return (place, .delay(Int64((seconds * 1e9).rounded())))
    }
    guard let place = Place(parts[1]) else { return nil }
    switch parts[0] {
    case "drop": return (place, .drop)
    case "duplicate": return (place, .duplicate)
    case "reorder": return (place, .reorder)
    case "reload": return (place, .reload)
    default: return nil
    }
  }
}

extension PageFault {
  /// The fault at a message, as `PageFaults.init(_:)` reads it.
  public func text(at number: UInt64) -> String {
    guard case .delay(let nanoseconds) = self else { return "\(name)@\(number)" }
    return "\(name)@\(number)=\(Double(nanoseconds) / 1e9)"
  }
}
