/// A mistake put into a replay on purpose, to show that the checker finds it.
///
/// Inputs are counted from 0, in the order of dispatch. They are not the steps of a trace, among which are
/// the events that handlers raised: ``Divergence`` has both numbers.
public enum ReplayFault: Sendable, Equatable {
  /// The input with this number is left out.
  case drop(UInt64)
  /// The payloads of the input with this number and of the next are exchanged.
  case swap(UInt64)
  /// The lowest bit of the payload of the input with this number is flipped.
  case flip(UInt64)
}
