import CDwarf

/// Unwinds copies of stacks by the tables that every library brings along for exceptions (`.eh_frame`).
///
/// SAFETY: libdwfl calls the functions below during `unwind` alone, with `memory` as their argument, which this object keeps
/// as long as the session; `callbacks` lives as long, too. Pointers that they get are good for the call.
@safe final class StackUnwinder {
  /// How many frames a stack has at most.
  private static let maximumFrames = 512

  /// The parts of a thread that libdwfl sees, and what it found.
  private final class Memory {
    var copy = StackCopy(registers: [], words: [], start: 0)
    /// The chain of frame pointers: where tables lead to the first two of it, all the others
    /// follow.
    var chain: [UInt64] = []
    var counters: [UInt64] = []

    /// Whether the last counters are the first of the chain.
    var hasJoined: Bool {
      chain.count > 1 && counters.count > 2 && counters[counters.count - 2] == chain[0]
        && counters[counters.count - 1] == chain[1]
    }
  }

  private let files: LoadedFiles
  private let memory = Memory()
  private let callbacks: UnsafeMutablePointer<Dwfl_Thread_Callbacks>
  private let isAttached: Bool

  /// Unwinds by the tables of some files.
  init(_ files: LoadedFiles) {
    self.files = files
    unsafe callbacks = .allocate(capacity: 1)
    unsafe callbacks.initialize(to: Self.threadCallbacks)
    isAttached = unsafe files.attach(callbacks, Unmanaged.passUnretained(memory).toOpaque())
  }

  deinit { unsafe callbacks.deallocate() }

  /// The return addresses on a stack, the innermost first.
  ///
  /// - Parameters:
  ///   - copy: the stack, with all registers.
  ///   - chain: the return addresses that frame pointers led to, whose innermost callers may be missing.
  /// - Returns: the addresses, and whether they lead to where the thread began, or to the chain.
  func unwind(_ copy: StackCopy, joining chain: [UInt64]) -> (returns: [UInt64], isWhole: Bool) {
    guard isAttached else { return ([], false) }
    (memory.copy, memory.chain, memory.counters) = (copy, chain, [])
    let result = unsafe files.withSession { session in
      unsafe dwfl_getthread_frames(
        session,
        1,
        { frame, argument in
          var counter: Dwarf_Addr = 0
          guard let argument = unsafe argument, let frame = unsafe frame,
            unsafe dwfl_frame_pc(frame, &counter, nil)
          else { return Int32(DWARF_CB_ABORT) }
          let memory = unsafe StackUnwinder.memory(argument)
          memory.counters.append(counter)
          let isEnough = memory.hasJoined || memory.counters.count == StackUnwinder.maximumFrames
          return Int32(isEnough ? DWARF_CB_ABORT : DWARF_CB_OK)
        },
        Unmanaged.passUnretained(memory).toOpaque()
      )
    }
    let found = memory.counters.dropFirst()
    return memory.hasJoined
      ? (Array(found) + chain.dropFirst(2), true) : (Array(found), result == 0)
  }

  private static func memory(_ argument: UnsafeMutableRawPointer) -> Memory {
    unsafe Unmanaged<Memory>.fromOpaque(argument).takeUnretainedValue()
  }

  /// One thread, whose registers and memory are those of the copy.
  private static var threadCallbacks: Dwfl_Thread_Callbacks {
    var callbacks = Dwfl_Thread_Callbacks()
    unsafe callbacks.next_thread = { _, argument, threadArgument in
      unsafe threadArgument?.pointee = argument
      return 0
    }
    unsafe callbacks.get_thread = { _, _, argument, threadArgument in
      unsafe threadArgument?.pointee = argument
      return true
    }
    unsafe callbacks.memory_read = { _, address, result, argument in
      guard let argument = unsafe argument,
        let word = unsafe StackUnwinder.memory(argument).copy.word(at: address)
      else { return false }
      unsafe result?.pointee = word
      return true
    }
    unsafe callbacks.set_initial_registers = { thread, argument in
      guard let thread = unsafe thread, let argument = unsafe argument else { return false }
      let registers = unsafe StackUnwinder.memory(argument).copy.registers
      return unsafe registers.withUnsafeBufferPointer { buffer in
        guard let first = buffer.baseAddress else { return false }
        return unsafe dwfl_thread_state_registers(thread, 0, UInt32(buffer.count), first)
      }
    }
    return callbacks
  }
}
