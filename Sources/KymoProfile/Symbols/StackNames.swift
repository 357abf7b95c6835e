/// Makes the frames of a sample out of its addresses, and puts the caller in that frame pointers miss.
///
/// At the first instructions of a function, and at its last, the frame pointer is still, or again, that of the caller: the
/// caller's return address lies on top of the stack, and the frame pointer leads to the caller's caller. The same goes
/// for functions without frame pointers, such as those of the library of C.
struct StackNames {
  private var symbolizer: Symbolizer

  init(_ symbolizer: Symbolizer) { self.symbolizer = symbolizer }

  /// Whether the program has no table of its functions.
  var isStripped: Bool { symbolizer.isStripped }

  /// The frames of a sample, the outermost first.
  mutating func frames(_ sample: StackSample) -> [ProfileFrame] {
    var addresses = [sample.counter]
    if !sample.isUnwound, let caller = hiddenCaller(sample) { addresses.append(caller &- 1) }
    for address in sample.returns {
      // Garbage in a frame pointer leads to words that are no code: there the stack ends.
      guard symbolizer.place(address) != nil else { break }
      // The call, not what follows it: that may be another function.
      addresses.append(address &- 1)
    }
    return addresses.reversed().flatMap { symbolizer.frames($0) }
  }

  /// The return address that lies on top of the stack, if it does; x86-64 only, as the bytes are.
  private mutating func hiddenCaller(_ sample: StackSample) -> UInt64? {
    let address = sample.counter
    guard let place = symbolizer.place(address), let file = place.file else { return nil }
    let start = place.function?.start
    var caller: UInt64?
    if let start {
      let isPushed = address == start &+ 1
      if address == start { caller = sample.top.first }
      if isPushed, file.byte(at: start) == 0x55 { caller = sample.top.second }
    }
    if caller == nil, file.byte(at: address) == 0xc3 { caller = sample.top.first }
    // A function without a frame of its own, which was called from where the top word says.
    if caller == nil, let start, file.byte(at: start) != 0x55 {
      caller = sample.top.first
    }
    guard let caller, caller != sample.returns.first, follows(call: caller) else { return nil }
    return caller
  }

  /// Whether the instruction before an address is a call.
  private mutating func follows(call address: UInt64) -> Bool {
    guard address > 8, let file = symbolizer.place(address)?.file else { return false }
    if file.byte(at: address &- 5) == 0xe8 { return true }
    // Through a register or a word of memory: 2, 3, 4, 6 or 7 bytes, `ff /2`.
    return [2, 3, 4, 6, 7].contains { length in
      guard file.byte(at: address &- UInt64(length)) == 0xff,
        let mode = file.byte(at: address &- UInt64(length) &+ 1)
      else { return false }
      return mode >> 3 & 7 == 2
    }
  }
}
