/// An error of an app's own with a number, under which it is counted and compared.
///
/// A handler's closure may throw it as it is:
///
///     enum StepError: UInt16, CodedError { case notWalking = 256 }
public protocol CodedError: Error {
  /// The number, 256 and up; each error its own.
  var code: UInt16 { get }
}

extension CodedError where Self: RawRepresentable, RawValue == UInt16 {
  /// The raw value.
  public var code: UInt16 { rawValue }
}
