/// Which events are called slow.
package enum ProfileTail: Equatable {
  /// Those beyond a percentile of all, over 0 and below 100.
  case percentile(Double)
  /// Those that take so many ns or longer.
  case nanoseconds(Int64)
}
