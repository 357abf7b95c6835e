import KymoText

extension JSONText {
  /// Names with how often they come.
  static func counts(_ counts: [(name: String, count: UInt64)]) -> JSONText {
    JSONText(counts.map { ["name": JSONText($0.name), "count": JSONText($0.count)] })
  }
}
