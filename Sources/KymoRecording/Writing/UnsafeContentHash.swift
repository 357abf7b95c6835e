import CXXHash
import KymoMCAP

/// A hash that tells contents apart, whatever their names: XXH3 with 128 bits, as `xxhsum -H2` prints it.
///
/// SAFETY: the state is made by `init`, and freed once: by ``finish()``, which consumes the value, or by
/// `deinit`, which does not run then. Every call gets a span's own address and count.
@safe public struct ContentHash: ~Copyable {
  private let state: OpaquePointer

  /// Starts with nothing; traps if there is no memory for 576 bytes.
  public init() {
    guard let state = unsafe xxh3_128_start() else {
      preconditionFailure("no memory for a hash")
    }
    unsafe self.state = state
  }

  deinit { _ = end() }

  /// Takes the next bytes.
  ///
  /// - Complexity: O(bytes).
  public mutating func add(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes {
      unsafe xxh3_128_add(state, $0.baseAddress, $0.count)
    }
  }

  /// The hash of all bytes: 32 hexadecimal digits.
  public consuming func finish() -> String {
    let text = end()
    discard self
    return text
  }

  /// The hash of a text.
  public static func of(_ text: String) -> String {
    var hash = ContentHash()
    Array(text.utf8).withRawSpan { hash.add($0) }
    return hash.finish()
  }

  private func end() -> String {
    var high: UInt64 = 0
    var low: UInt64 = 0
    unsafe xxh3_128_end(state, &high, &low)
    return [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
