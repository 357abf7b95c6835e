/// Why a call cannot be decoded or encoded; the session goes on.
public enum CallError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name, the message or the URL is longer than its limit.
  case tooLong(limit: Int)
  /// There is no `cmd=` where it must be, at this byte of the URL.
  case missingCommand(offset: Int)
  /// There is no message, which an app of 2009 could not do without: it crashed.
  case missingMessage(offset: Int)
  /// Something other than `msg=` follows the command, at this byte of the URL.
  case unexpectedPair(offset: Int)
  /// A `#` that is not escaped: what follows it would not be sent.
  case fragment(offset: Int)
  /// A `%` without two hexadecimal digits, at this byte of the URL.
  case badPercentEscape(offset: Int)
  /// Decoded bytes that are not UTF-8.
  case invalidUTF8
  /// An escape beyond ASCII at this byte of the URL: an app of 2009 crashed.
  case notASCII(offset: Int)
  /// The message is JSON beyond a limit; offsets are in the decoded message.
  case message(JSONError)
  /// The message is an object, which an app of 2009 took for a list: it crashed.
  case objectMessage

  /// One sentence that says what is wrong and where.
  public var description: String {
    switch self {
    case .tooLong(let limit): "the call is longer than its limit of \(limit) bytes"
    case .missingCommand(let offset): "there is no cmd= at byte \(offset) of the URL"
    case .missingMessage(let offset): "there is no message at byte \(offset) of the URL"
    case .unexpectedPair(let offset): "something other than msg= at byte \(offset) of the URL"
    case .fragment(let offset): "a # that is not escaped at byte \(offset) of the URL"
    case .badPercentEscape(let offset): "a % without two digits at byte \(offset) of the URL"
    case .invalidUTF8: "the decoded text is not UTF-8"
    case .notASCII(let offset): "an escape beyond ASCII at byte \(offset) of the URL"
    case .message(let error): "the message: \(error)"
    case .objectMessage: "the message is an object, not a list"
    }
  }
}
