/// A stack as the sampler found it: addresses, not names.
struct StackSample: Sendable, Equatable {
  /// When, in ns of the steady clock.
  var time: Int64
  /// How much later than the sample before, in ns.
  var elapsed: Int64
  /// How much of that the thread was on a processor, in ns.
  var ran: Int64
  /// The label by which the thread said what it was doing.
  var label: SampleLabel
  /// How many expiries of the timer it stands for: more than one if the kernel folded them.
  var weight: Int
  /// Where the thread was.
  var counter: UInt64
  /// The two topmost words of its stack; 0 where they could not be read.
  var top: (first: UInt64, second: UInt64)
  /// The return addresses that the frame pointers lead to, the innermost first.
  var returns: [UInt64]
  /// The kept part of the stack; nil if the frame pointers lead all the way, or there was no room.
  var copy: StackCopy?
  /// Whether the return addresses come from the tables for unwinding: then no caller is missing among them.
  var isUnwound = false

  /// Whether the thread was not on a processor for nine tenths of the time since the sample before.
  var isWaiting: Bool { ran &* 10 < elapsed }

  /// Whether two are the same.
  static func == (one: Self, other: Self) -> Bool {
    one.time == other.time && one.elapsed == other.elapsed && one.ran == other.ran
      && one.label == other.label && one.weight == other.weight && one.counter == other.counter
      && one.top == other.top && one.returns == other.returns && one.copy == other.copy
      && one.isUnwound == other.isUnwound
  }
}
