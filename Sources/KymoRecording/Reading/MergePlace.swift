import KymoCore

/// Where an event stands among those of other sources: by its time, then by its source.
struct MergePlace: Comparable {
  private let timestamp: Int64
  private let source: UInt8

  /// The place of an event.
  init(_ event: borrowing Event) {
    timestamp = event.timestamp
    source = event.source.rawValue
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.timestamp, left.source) < (right.timestamp, right.source)
  }
}
