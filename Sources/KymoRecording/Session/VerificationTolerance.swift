import KymoCore

/// In what a replay may differ from its recording and still be taken for equal; never for identical.
public struct VerificationTolerance: Sendable, Equatable {
  /// The largest distance by the path of a field of a reply, such as `reply.x`.
  public var distances: [String: Double] = [:]
  /// The paths of fields that are not compared.
  public var ignored: Set<String> = []

  /// The fields that have a distance: the numbers of replies.
  public static let numbers =
    StepField.words(.acceleration) + StepField.words(.coordinates)

  /// Nothing may differ.
  public init() {}

  /// Whether anything may differ.
  public var isExact: Bool { distances.isEmpty && ignored.isEmpty }

  /// Whether a difference is one that may be.
  func allows(_ path: String, _ distance: Double?) -> Bool {
    if ignored.contains(path) { return true }
    guard let most = distances[path], let distance else { return false }
    return distance <= most
  }

  /// Whether a field follows from the outcomes, so that it differs wherever they do.
  static func isDerived(_ path: String) -> Bool {
    path == "digest" || path == "metadata.digest" || path.hasPrefix("metadata.digest/")
      || path == "metadata.seal"
  }
}
