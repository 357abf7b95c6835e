import Glibc

/// A small file of numbers that the system makes anew for every look, such as `/proc/stat`.
///
/// The corresponding C functions are `open`, `pread` and `close`.
///
/// SAFETY: `bytes` has `capacity` bytes, allocated and set in `init` and freed in `deinit`; the type
/// is noncopyable. `pread` writes at most that many, and only as many as it wrote are read.
@safe struct UnsafeCounterFile: ~Copyable {
  static let capacity = 256

  private let bytes: UnsafeMutablePointer<UInt8>
  private let descriptor: CInt

  /// Opens a file; one that cannot be opened never has a number.
  init(_ path: String) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    unsafe bytes = .allocate(capacity: Self.capacity)
    unsafe bytes.initialize(repeating: 0, count: Self.capacity)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    unsafe bytes.deallocate()
  }

  /// The word at place `index` of the first line, from 0, as a number; nil if it is none.
  ///
  /// - Complexity: one system call, without allocation.
  func number(_ index: Int) -> Int64? {
    guard descriptor >= 0 else { return nil }
    let length = unsafe pread(descriptor, bytes, Self.capacity, 0)
    guard length > 0 else { return nil }
    var word = -1
    var isInWord = false
    var value: Int64?
    for place in 0..<length {
      let byte = unsafe bytes[place]
      if byte == UInt8(ascii: "\n") { break }
      if byte == UInt8(ascii: " ") {
        if isInWord && word == index { return value }
        isInWord = false
        continue
      }
      if !isInWord {
        isInWord = true
        word += 1
        value = word == index ? 0 : nil
      }
      guard word == index else { continue }
      guard let old = value, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte),
        old < .max / 10 - 9
      else { return nil }
      value = old * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return isInWord && word == index ? value : nil
  }
}
