/// An entry of an archive, as far as its header tells; its size is not believed.
struct ArchiveMember {
  /// The path within the archive, as it is written there; nothing is ever created by that name.
  var name: String
  /// Whether it is a file, no folder and no link.
  var isFile: Bool
  /// Whether its content is encrypted.
  var isEncrypted: Bool

  /// The parts of the path that mean something.
  var path: [Substring] { name.split(separator: "/").filter { $0 != "." } }

  /// Whether file managers hide it: what macOS and editors leave behind.
  var isHidden: Bool {
    path.contains { $0.hasPrefix(".") && $0 != ".." || $0 == "__MACOSX" }
  }
}
