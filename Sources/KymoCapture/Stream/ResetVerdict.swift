/// The effect of a reset on a connection, by RFC 9293 3.10.7.4 and RFC 5961.
enum ResetVerdict {
  /// It has the number that comes next: it ends the connection.
  case ends
  /// It lies in the window, or nobody can say: it ends the connection, unless that goes on.
  case mayEnd
  /// Whoever gets it drops it.
  case ignored

  /// Holds a reset against what both ends have sent.
  ///
  /// - Parameters:
  ///   - segment: the reset.
  ///   - own: what its sender has sent.
  ///   - other: what the other end has sent.
  init(_ segment: TCPSegment, own: StreamDirection, other: StreamDirection) {
    guard own.base != nil else {
      self = Self.first(segment, own: own, other: other)
      return
    }
    let offset = own.offset(of: segment.sequence)
    let sent = own.sent
    if offset == sent || offset - 1 == own.end {
      self = .ends
    } else {
      let low = min(own.acknowledged, sent)
      self = offset >= low && offset <= max(sent, low + own.window) ? .mayEnd : .ignored
    }
  }

  /// One that is all that its sender has sent, as to a SYN that nobody waits for.
  private static func first(
    _ segment: TCPSegment,
    own: StreamDirection,
    other: StreamDirection
  ) -> ResetVerdict {
    if let expected = own.expected { return segment.sequence == expected ? .ends : .ignored }
    guard other.base != nil else { return .mayEnd }
    guard segment.flags.contains(.ack) else { return .ignored }
    let offset = other.offset(of: segment.acknowledgement)
    return offset >= 0 && offset <= other.sent ? .ends : .ignored
  }
}
