/// Why a handler gave up: a number that is part of the outcome, so that it is counted and compared.
@frozen public struct HandlerError: Error, BitwiseCopyable, Hashable, Sendable {
  /// The number; 1 to 255 are named here, from 256 on they are the application's own.
  public var code: UInt16

  /// Makes an error of a number; 0 would mean "no error" and becomes 65,535.
  @inlinable public init(code: UInt16) { self.code = code == 0 ? .max : code }

  /// A value that the handler cannot work with.
  @inlinable public static var invalidValue: HandlerError { HandlerError(code: 1) }
  /// A parameter that is not there.
  @inlinable public static var missingParameter: HandlerError { HandlerError(code: 2) }
  /// A parameter of another type than expected.
  @inlinable public static var wrongType: HandlerError { HandlerError(code: 3) }
  /// More than ``Exchange/maximumResults`` results.
  @inlinable public static var tooManyResults: HandlerError { HandlerError(code: 4) }
  /// A device or resource that is not available.
  @inlinable public static var unavailable: HandlerError { HandlerError(code: 5) }
  /// An event that was waited for and did not come in time.
  @inlinable public static var timedOut: HandlerError { HandlerError(code: 6) }
  /// A text or a request that is longer than there is room for.
  @inlinable public static var tooLong: HandlerError { HandlerError(code: 7) }
  /// More than ``Parameters/maximumCount`` parameters.
  @inlinable public static var tooManyParameters: HandlerError { HandlerError(code: 8) }
  /// Bytes that are not what their channel says: cut off, or in another encoding.
  @inlinable public static var unreadableData: HandlerError { HandlerError(code: 10) }

  /// An error of the app that has no number of its own; see ``CodedError``.
  @inlinable public static var uncoded: HandlerError { HandlerError(code: 9) }

  /// The number under which any error that was thrown is counted.
  ///
  /// A ``HandlerError`` is itself, a ``CodedError`` has its code, any other is ``uncoded``.
  public init(thrown error: any Error) {
    switch error {
    case let error as HandlerError: self = error
    case let error as any CodedError: self.init(code: error.code)
    default: self = .uncoded
    }
  }

  // Why the text of a request cannot be decoded.

  /// A URL that is no call: an address to load.
  @inlinable public static var notACall: HandlerError { HandlerError(code: 16) }
  /// A call without a command.
  @inlinable public static var missingCommand: HandlerError { HandlerError(code: 17) }
  /// A call without a message, which an app of 2009 could not do without.
  @inlinable public static var missingMessage: HandlerError { HandlerError(code: 18) }
  /// A part of the URL where it must not be.
  @inlinable public static var unexpectedPart: HandlerError { HandlerError(code: 19) }
  /// A `%` without two hexadecimal digits.
  @inlinable public static var badPercentEscape: HandlerError { HandlerError(code: 20) }
  /// Text in another encoding than it must be in.
  @inlinable public static var badEncoding: HandlerError { HandlerError(code: 21) }
  /// JSON beyond a limit: too deep, too large, or a number out of range.
  @inlinable public static var badJSON: HandlerError { HandlerError(code: 22) }
  /// An object in place of a list.
  @inlinable public static var objectMessage: HandlerError { HandlerError(code: 23) }

  /// A message that its source could not read, so that there is no text to decode.
  @inlinable public static var unreadableMessage: HandlerError { HandlerError(code: 24) }

  /// The meaning of the code, in a few words.
  public var name: String {
    switch code {
    case 1: "invalid value"
    case 2: "missing parameter"
    case 3: "wrong type"
    case 4: "too many results"
    case 5: "unavailable"
    case 6: "timed out"
    case 7: "too long"
    case 8: "too many parameters"
    case 9: "an error without a number"
    case 10: "unreadable data"
    case 16: "not a call"
    case 17: "no command"
    case 18: "no message"
    case 19: "unexpected part of the URL"
    case 20: "bad percent escape"
    case 21: "bad encoding"
    case 22: "JSON beyond a limit"
    case 23: "an object, not a list"
    case 24: "unreadable message"
    default: "error \(code)"
    }
  }
}
