/// A kind of synthetic session that only one app makes, such as somebody's use of its page.
public struct AppSession: Sendable {
  /// The name of the kind, as `kymo synth` takes it.
  public let name: String
  /// A summary for the help: part of a sentence, such as "a walk with a page".
  public let summary: String
  /// The longest such session, in ns.
  public let maximumNanoseconds: Int64
  /// The inputs of one; the same wishes give the same inputs.
  public let inputs: @Sendable (AppSessionWishes) -> SessionInputs

  /// Declares a kind.
  public init(
    _ name: String,
    summary: String,
    maximumNanoseconds: Int64,
    inputs: @escaping @Sendable (AppSessionWishes) -> SessionInputs
  ) {
    self.name = name
    self.summary = summary
    self.maximumNanoseconds = maximumNanoseconds
    self.inputs = inputs
  }
}
