/// The machine that a benchmark ran on, as far as times hang on it.
public struct BenchMachine: Sendable, Equatable, CustomStringConvertible {
  /// The name that the processor gives itself.
  public var processor: String
  /// How many cores there are for processes.
  public var coreCount: Int

  /// Names a machine.
  public init(processor: String, coreCount: Int) {
    self.processor = processor
    self.coreCount = coreCount
  }

  /// Reads what Linux says in `/proc/cpuinfo`; nil if no processor is in it.
  ///
  /// Where no model has a name, as on Arm, its numbers stand for it.
  public init?(cpuInfo: String) {
    var count = 0
    var name: String?
    var numbers: [String: String] = [:]
    for line in cpuInfo.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard let key = parts.first?.trimmed else { continue }
      let value = parts.count == 2 ? parts[1].trimmed : ""
      switch key {
      case "processor": count += 1
      case "model name": name = name ?? value
      case "CPU implementer", "CPU part": numbers[key] = numbers[key] ?? value
      default: break
      }
    }
    guard count > 0 else { return nil }
    let number = ["CPU implementer", "CPU part"].compactMap { numbers[$0] }.joined(separator: " ")
    self.init(
      processor: name ?? (number.isEmpty ? "unknown processor" : "processor \(number)"),
      coreCount: count
    )
  }

  /// The machine in words.
  public var description: String {
    "\(processor), \(coreCount) core" + (coreCount == 1 ? "" : "s")
  }
}

extension Substring {
  /// Without the white space at both ends.
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
