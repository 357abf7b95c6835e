import CPerfEvent
import Glibc

/// The processor's counter of instructions, for the calling thread outside the kernel.
///
/// The corresponding C function is `perf_event_open`.
///
/// SAFETY: a reading is written into a local struct of the layout that the kernel fills, with its size. The
/// descriptor is closed once, by `deinit`; the type is noncopyable. The loop touches nothing but a register.
@safe struct PerfEvent: InstructionSource, ~Copyable {
  private let descriptor: Int32

  /// Opens the counter, which runs from now on.
  ///
  /// - Throws: why there is none.
  init() throws(CounterUnavailable) {
    descriptor = kymo_perf_open_instructions()
    guard descriptor >= 0 else { throw CounterUnavailable(Self.reason(code: -descriptor)) }
  }

  deinit { _ = close(descriptor) }

  mutating func read() throws(CounterUnavailable) -> InstructionReading {
    var reading = kymo_perf_reading()
    let code = unsafe kymo_perf_read(descriptor, &reading)
    guard code == 0 else { throw CounterUnavailable(Self.reason(code: code)) }
    return InstructionReading(
      count: reading.count,
      enabledNanoseconds: reading.enabled,
      runningNanoseconds: reading.running
    )
  }

  mutating func loop(rounds: Int) -> Int? {
    precondition(rounds > 0, "a loop has a round")
    let length = kymo_perf_loop(UInt64(rounds))
    return length > 0 ? Int(length) : nil
  }

  /// Puts an errno of `perf_event_open` into words for people.
  static func reason(code: Int32) -> String {
    switch code {
    case ENOENT, EOPNOTSUPP, ENODEV, ENXIO: "the processor shows no such counter here"
    case EACCES, EPERM: "the system forbids it: see kernel.perf_event_paranoid"
    case ENOSYS: "the kernel has no perf_event_open"
    default: "perf_event_open fails with errno \(code)"
    }
  }
}
