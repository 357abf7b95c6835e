import Glibc

/// The program that runs.
///
/// SAFETY: `readlink` fills an uninitialised array up to the capacity that it is given, and says how far.
enum UnsafeProgram {
  /// The path of its file; empty if the system does not say.
  static var path: String {
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: 4096) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      count = unsafe max(0, readlink("/proc/self/exe", base, 4096))
    }
    var path = String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if path.hasSuffix(" (deleted)") { path.removeLast(" (deleted)".count) }
    return path
  }
}
