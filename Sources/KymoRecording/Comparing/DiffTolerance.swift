/// In what two recordings may differ and still be called equal within the tolerances.
public struct DiffTolerance: Sendable, Equatable {
  /// What is not compared: a topic, a field such as `x` or `sequence`, or both as `/accelerometer.x`; `metadata`,
  /// `metadata.KEY` or `attachments`.
  public var ignored: Set<String> = []
  /// The largest distance of a number, by its field, with or without its topic.
  public var distances: [String: Double] = [:]

  /// Nothing may differ.
  public init() {}

  /// Whether anything may differ.
  public var isExact: Bool { ignored.isEmpty && distances.isEmpty }

  /// Whether a topic is not compared at all.
  func ignores(topic: String) -> Bool { ignored.contains(topic) }

  /// Whether a difference is one that may be.
  func allows(_ topic: String, _ field: String, _ distance: Double?) -> Bool {
    if ignored.contains(field) || ignored.contains("\(topic).\(field)") { return true }
    guard let distance, let most = distances["\(topic).\(field)"] ?? distances[field] else {
      return false
    }
    return distance <= most
  }

  /// Whether a pair of a metadata record is not compared.
  func ignores(metadata key: String) -> Bool {
    ignored.contains("metadata") || ignored.contains("metadata.\(key)")
  }
}
