import KymoBridge
import Testing

/// What a call came to, as one line, so that a row of the tables is a line of a test.
enum CallCase {
  /// Limits that make a decoder cheap to set up.
  static let limits = BridgeLimits(messageBytes: 1 << 16)

  /// Decodes `url` of a page at `https://app.local/`: `name(parameter,parameter)`, `navigation`, or the error.
  static func decoded(_ url: String, _ mode: CallMode) -> String {
    var decoder = CallDecoder(bases: ["https://app.local/"], mode: mode, limits: limits)
    do throws(CallError) {
      guard try decoder.decode(url) == .call else { return "navigation" }
    } catch {
      return "\(error)"
    }
    return "\(decoder.command)(\(parameters(decoder.message)))"
  }

  /// Decodes the query of a call, as ``decoded(_:_:)`` does.
  static func query(_ query: String, _ mode: CallMode) -> String {
    decoded("https://app.local/call?" + query, mode)
  }

  /// Decodes a message as JavaScript gave it: the parameters, or the error.
  static func message(_ text: String, _ mode: CallMode) -> String {
    var message = CallMessage(limits: limits)
    do throws(CallError) {
      try message.decode(text, mode: mode)
    } catch {
      return "\(error)"
    }
    return parameters(message)
  }

  /// The parameters with their types: `n-1` for a number, `s:text` for a string.
  static func parameters(_ message: borrowing CallMessage) -> String {
    var list: [String] = []
    var cursor = message.cursor()
    while let value = cursor.next(in: message.document) {
      let raw = message.document.withRawText(of: value) { String(copying: $0) }
      switch message.document.kind(of: value) {
      case .string: list.append("s:\(message.document.string(of: value) ?? "?")")
      case .integer, .unsigned, .double: list.append("n:\(raw)")
      default: list.append(raw)
      }
    }
    return list.joined(separator: " ")
  }
}
