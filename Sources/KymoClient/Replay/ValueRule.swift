import KymoBridge

/// Which value of replies takes the place of the recorded one in what is sent later: `json:/token`.
public struct ValueRule: Sendable, Equatable {
  /// The JSON pointer (RFC 6901) of the value.
  public let pointer: String
  private let names: [String]

  /// Reads a rule as it is typed; nil if it is none.
  ///
  /// - Parameter text: `json:` and a JSON pointer that leads somewhere.
  public init?(_ text: String) {
    guard text.hasPrefix("json:/") else { return nil }
    pointer = String(text.dropFirst(5))
    names = JSONPointer.names(pointer)
  }

  /// The rule as it is typed.
  public var text: String { "json:" + pointer }

  /// The value in a body; nil if it is no JSON, or has no text and no number there.
  func value(in body: [UInt8], _ document: inout JSONDocument) -> [UInt8]? {
    do throws(JSONError) {
      try body.lend { (bytes) throws(JSONError) in try document.parse(bytes) }
    } catch { return nil }
    guard let value = document.value(at: names) else { return nil }
    switch document.kind(of: value) {
    case .string: return document.string(of: value).map { Array($0.utf8) }
    case .integer, .unsigned, .double:
      var text: [UInt8] = []
      document.withRawText(of: value) { text.append(copyOf: $0) }
      return text
    case .null, .bool, .array, .object: return nil
    }
  }
}
