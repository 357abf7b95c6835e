import KymoCore

/// Causes as numbers: what the phone keeps of its askers, of which it knows nothing.
extension ReplyCause {
  /// The source and the sequence of the request; nil for ``unsolicited``.
  var number: UInt64? {
    guard case .request(let source, let sequence) = self else { return nil }
    return UInt64(source.rawValue) << 32 | UInt64(sequence)
  }

  /// The request of that ``number``.
  init(number: UInt64?) {
    guard let number else {
      self = .unsolicited
      return
    }
    let source = SourceID(rawValue: UInt8(truncatingIfNeeded: number >> 32))
    self = .request(source, UInt32(truncatingIfNeeded: number))
  }
}
