/// The name of a file of the sandbox: one that cannot lead out of it.
///
/// Names are compared by their bytes, as the file system does, and not by what they look like.
struct AudioName: Hashable, Sendable {
  /// The longest name in bytes, which is also that of Linux.
  static let maximumBytes = 255

  /// The name in UTF-8.
  let bytes: [UInt8]

  /// Takes 1...255 bytes of UTF-8 without `/` and control characters, that do not begin with `.` and do
  /// end with `.caf`, in whatever case.
  ///
  /// - Throws: ``PhoneError/invalidName``.
  /// - Complexity: O(``maximumBytes``).
  init(_ text: String) throws(PhoneError) {
    guard text.utf8.count <= Self.maximumBytes else { throw .invalidName }
    let isPlain = text.unicodeScalars.allSatisfy { $0 != "/" && !Self.isControl($0) }
    guard isPlain, text.utf8.first != UInt8(ascii: "."),
      text.utf8.suffix(4).map(Self.lowercased) == Array(".caf".utf8)
    else { throw .invalidName }
    bytes = Array(text.utf8)
  }

  /// The name as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The characters of category Cc: NUL and the like, DEL, and those of Latin 1.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
