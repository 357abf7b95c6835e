import KymoCore

/// The asker of the phone, as a result that one handler leaves for another.
extension Value {
  /// The request of that ``ReplyCause/number``; no value if nobody asked.
  init(asker number: UInt64?) {
    switch ReplyCause(number: number) {
    case .unsolicited: self = .none
    case .request(let source, let sequence): self = .request(source, sequence)
    }
  }

  /// The ``ReplyCause/number`` of the request; nil if the value is none.
  var asker: UInt64? {
    guard case .request(let source, let sequence) = self else { return nil }
    return ReplyCause.request(source, sequence).number
  }
}
