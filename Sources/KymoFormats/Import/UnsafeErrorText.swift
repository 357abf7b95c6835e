import Foundation

/// What the operating system says about an error of Foundation.
///
/// SAFETY: `strerror_r` fills a local region of the size that it is told, and ends what it writes with a NUL,
/// up to which the text is copied.
enum UnsafeErrorText {
  /// How deep one error may lie within others.
  private static let depth = 8

  /// The text of the `errno` behind an error, without the name of any error domain.
  static func text(of error: any Error) -> String {
    var current: NSError? = error as NSError
    for _ in 0..<depth {
      guard let found = current else { break }
      if found.domain == NSPOSIXErrorDomain { return text(of: Int32(clamping: found.code)) }
      current = found.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    return "it cannot be read"
  }

  private static func text(of code: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress,
        unsafe strerror_r(code, start, buffer.count) == 0
      else { return "error \(code)" }
      return unsafe String(cString: start)
    }
  }
}
