import CJavaScriptCore

// SAFETY: the engine calls back on the thread that runs the script, and only while the group lives, which the storage
// that owns this releases first.

/// Ends scripts that run too long, take too much memory, or are interrupted.
@safe final class ScriptWatchdog {
  /// Why scripts were ended.
  enum Ending {
    case time
    case memory
    case interruption
  }

  let limits: ScriptLimits
  /// How often it looks, in seconds of processor time.
  let interval: Double
  /// Why the scripts of the outermost call were ended; nil if they were not.
  private(set) var ending: Ending?
  private var looks = 0
  private var depth = 0
  private var entries: UInt32 = 0
  private let memoryAtStart: Int
  private let pulse: ScriptPulse?
  private let js: ScriptEngine.Functions
  private let group: OpaquePointer

  init(_ limits: ScriptLimits, _ js: ScriptEngine.Functions, _ group: OpaquePointer) {
    unsafe self.js = js
    unsafe self.group = group
    self.limits = limits
    pulse = limits.pulse
    interval = min(limits.seconds / 10, limits.isInterrupted == nil ? 0.1 : 0.02)
    memoryAtStart = ProcessMemory.residentBytes
  }

  /// Whether the call is the outermost one.
  func enter() -> Bool {
    depth += 1
    guard depth == 1 else { return false }
    looks = 0
    ending = nil
    pulse?.beat()
    return true
  }

  func leave(_ isOutermost: Bool) {
    depth -= 1
    guard isOutermost else { return }
    pulse?.beat()
    entries &+= 1
    // Many small calls take memory too.
    if entries & 1023 == 0, isTooLarge { ending = .memory }
  }

  private var isTooLarge: Bool {
    ProcessMemory.residentBytes - memoryAtStart > limits.memoryBytes
  }

  /// Asks the engine to call back once, after the interval.
  func arm() {
    guard limits.seconds.isFinite else { return }
    unsafe js.pointee.JSContextGroupSetExecutionTimeLimit(
      group,
      interval,
      { _, info in
        guard let info = unsafe info else { return false }
        return unsafe Unmanaged<ScriptWatchdog>.fromOpaque(info).takeUnretainedValue().mustEnd()
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  /// Called by the engine after the interval, while a script runs.
  private func mustEnd() -> Bool {
    arm()
    looks += 1
    pulse?.look()
    if limits.isInterrupted?() ?? false {
      ending = .interruption
    } else if Double(looks) * interval >= limits.seconds {
      ending = .time
    } else if isTooLarge {
      ending = .memory
    }
    return ending != nil
  }
}
