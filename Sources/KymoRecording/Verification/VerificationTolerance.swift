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

  /// Whether a path is that of a field that is compared, or of one that some recording may have.
  public static func isField(_ path: String) -> Bool {
    let kinds: [ReplyKind] = [.acceleration, .coordinates, .text, .none]
    let topics = SessionTopic.allCases.map(\.fieldName) + ["input", "trace", "output"]
    let endings = [
      "data", "text", "sequence", "log_time", "publish_time", "channel", "missing", "extra",
    ]
    return StepField.all.contains { $0.path == path }
      || kinds.contains { StepField.words($0).contains(path) }
      || topics.contains { topic in endings.contains { path == "\(topic).\($0)" } }
      || ["digest", "metadata", "message.stray"].contains(path)
      || ["metadata.", "schema.", "channel.", "attachment."].contains { path.hasPrefix($0) }
  }

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
