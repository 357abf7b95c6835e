import KymoBridge
import KymoMCAP

/// The script of a reply, taken apart: which of the page's functions is called, and with what.
struct ReplyText: Equatable {
  /// "handleRequest" or "handleJSONRequest".
  var function: String
  /// The command.
  var command: String
  /// The JSON.
  var json: String
  /// The command that the page's answer calls; nil if none is wanted.
  var answer: String?

  /// Takes a script apart; nil if it is none of the two calls, or is not put as `ReplyScript` puts it.
  init?(_ script: [UInt8]) {
    for (function, quoted) in [("handleRequest", false), ("handleJSONRequest", true)] {
      let start = Array((function + "('").utf8)
      guard script.starts(with: start), script.last == UInt8(ascii: ")") else { continue }
      guard let (command, after) = Self.literal(script, start.count),
        after < script.count, script[after] == UInt8(ascii: ",")
      else { return nil }
      self.function = function
      self.command = command
      if quoted {
        guard after + 1 < script.count, script[after + 1] == UInt8(ascii: "'"),
          let (json, end) = Self.literal(script, after + 2), end == script.count - 1
        else { return nil }
        self.json = json
      } else {
        guard after + 1 <= script.count - 1 else { return nil }
        let rest = script[(after + 1)..<(script.count - 1)]
        guard let (value, answer) = Self.parts(rest) else { return nil }
        json = String(decoding: value, as: UTF8.self)
        self.answer = answer
      }
      return
    }
    return nil
  }

  /// Returns the JSON, and the name behind it of who gets the answer: no JSON ends with a single quote.
  private static func parts(_ rest: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, String?)? {
    guard rest.last == UInt8(ascii: "'") else { return (rest, nil) }
    let name = rest.dropLast()
    guard let quote = name.lastIndex(of: UInt8(ascii: "'")), quote > rest.startIndex,
      rest[quote - 1] == UInt8(ascii: ","), !name[quote...].contains(UInt8(ascii: "\\"))
    else { return nil }
    return (rest[..<(quote - 1)], String(decoding: name[(quote + 1)...], as: UTF8.self))
  }

  /// Returns the text that a literal in single quotes stands for, from after its first quote, and
  /// where it ends, after its last.
  private static func literal(_ script: [UInt8], _ start: Int) -> (String, Int)? {
    var end = start
    var hasEscapes = false
    while end < script.count, script[end] != UInt8(ascii: "'") {
      if script[end] == UInt8(ascii: "\\") {
        hasEscapes = true
        end += 1
      }
      end += 1
    }
    guard end < script.count else { return nil }
    guard hasEscapes else { return (String(decoding: script[start..<end], as: UTF8.self), end + 1) }
    guard let text = unescaped(script[start..<end]) else { return nil }
    return (text, end + 1)
  }

  private static func unescaped(_ script: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var index = script.startIndex
    while index < script.endIndex {
      guard script[index] == UInt8(ascii: "\\") else {
        bytes.append(script[index])
        index += 1
        continue
      }
      index += 1
      guard index < script.endIndex else { return nil }
      switch script[index] {
      case UInt8(ascii: "n"): bytes.append(10)
      case UInt8(ascii: "r"): bytes.append(13)
      case UInt8(ascii: "t"): bytes.append(9)
      case UInt8(ascii: "f"): bytes.append(12)
      case UInt8(ascii: "b"): bytes.append(8)
      case UInt8(ascii: "u"):
        guard index + 4 < script.endIndex,
          let code = UInt32(
            String(decoding: script[(index + 1)...(index + 4)], as: UTF8.self),
            radix: 16
          ),
          let scalar = Unicode.Scalar(code)
        else { return nil }
        bytes += Array(String(Character(scalar)).utf8)
        index += 4
      // A number stands for something else in a script.
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "x"), UInt8(ascii: "v"): return nil
      default: bytes.append(script[index])
      }
      index += 1
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
