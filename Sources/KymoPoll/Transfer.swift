/// The outcome of sending or receiving.
package enum Transfer: Equatable {
  /// So many bytes went, at least one.
  case bytes(Int)
  /// None can go now.
  case blocked
  /// The other end has no more to say.
  case ended
  /// The connection is of no use; the code of the system, or 0 if that is not what failed.
  case failed(Int32)
}
