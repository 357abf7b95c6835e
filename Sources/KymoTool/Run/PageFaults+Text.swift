import KymoCommandLine
import KymoScript

extension PageFaults {
  /// Reads `--fault`, as often as it was given.
  ///
  /// - Throws: a usage error for what is no fault.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.init()
    for text in arguments.texts("fault") {
      guard let (place, fault) = Self.parsed(text) else {
        throw .usage(
          "--fault takes drop@N, duplicate@N, reorder@N, reload@N or delay@N=SECONDS, with a message's number "
            + "or with a probability such as 1%; not '\(text)'"
        )
      }
      switch place {
      case .message(let number):
        guard places.updateValue(fault, forKey: number) == nil else {
          throw .usage("two faults at message \(number): at most one is made at each")
        }
      case .chance(let probability): chances.append(Chance(fault, probability: probability))
      }
    }
  }

  /// Where a fault is made.
  enum Place: Equatable {
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

  /// A fault as the command line has it: `drop@12`, `drop@1%`, `delay@12=0.5`.
  static func parsed(_ text: String) -> (place: Place, fault: PageFault)? {
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
  /// The fault at a message, as the command line has it.
  func text(at number: UInt64) -> String {
    guard case .delay(let nanoseconds) = self else { return "\(name)@\(number)" }
    return "\(name)@\(number)=\(Double(nanoseconds) / 1e9)"
  }
}
