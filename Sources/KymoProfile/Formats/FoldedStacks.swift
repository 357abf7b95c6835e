import KymoText

/// Stacks on one line each: the outermost frame first, semicolons between, a blank, and how many samples
/// there were.
///
/// The thread is the first frame, the command the second.
enum FoldedStacks {
  /// The stand-in for a name of nothing.
  static let nameless = "[unnamed]"

  static func text(_ profile: Profile) -> String {
    var counts: [String: Int] = [:]
    for sample in profile.samples {
      let names = StackTree.entries(sample, of: profile).map(\.0)
      counts[names.joined(separator: ";"), default: 0] += sample.count
    }
    var text = ""
    for (stack, count) in counts.sorted(by: { $0.key < $1.key }) {
      // A thread that nobody named, without any frame.
      text += "\(stack.isEmpty ? nameless : stack) \(count)\n"
    }
    return text
  }

  /// A name without what separates names and lines: `:` for `;`, and U+FFFD for what controls a terminal.
  static func name(_ name: String) -> String {
    if name.isEmpty { return nameless }
    let isPlain = name.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: ";") }
    if isPlain { return name }
    var result = ""
    for scalar in name.unicodeScalars {
      if scalar == ";" {
        result += ":"
      } else if MarkupText.isControl(scalar) {
        result += MarkupText.replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
