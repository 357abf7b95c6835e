import FuzzedImports

/// What the fuzzer remembers between inputs.
///
/// SAFETY: libFuzzer calls from one thread and holds the bytes for the time of the call. The state is made
/// before the first call and used by that thread only.
nonisolated(unsafe) let fuzzer = makeFuzzer()

/// What libFuzzer calls with every input.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
  unsafe fuzzer.run([UInt8](bytes))
  return 0
}
