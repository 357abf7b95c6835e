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

  /// What the code stands for, in a few words.
  public var name: String {
    switch code {
    case 1: "invalid value"
    case 2: "missing parameter"
    case 3: "wrong type"
    case 4: "too many results"
    case 5: "unavailable"
    default: "error \(code)"
    }
  }
}
