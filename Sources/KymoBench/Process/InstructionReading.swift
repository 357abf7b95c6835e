/// One look at a counter of instructions.
struct InstructionReading: Equatable {
  /// The instructions since it was opened.
  var count: UInt64
  /// For how long it was wanted, in ns.
  var enabledNanoseconds: UInt64
  /// For how long it did count, in ns; less if it had to share the hardware.
  var runningNanoseconds: UInt64

  /// Whether nothing was left out.
  var isWhole: Bool { enabledNanoseconds == runningNanoseconds && runningNanoseconds > 0 }
}
