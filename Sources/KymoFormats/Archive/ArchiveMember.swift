/// An entry of an archive, as far as its header tells; its size is not believed.
struct ArchiveMember {
  /// The path within the archive, as it is written there; nothing is ever created by that name.
  var name: String
  /// The kind of the entry.
  var kind: Kind
  /// Whether its content is encrypted.
  var isEncrypted: Bool

  /// The kind of an entry.
  enum Kind: Equatable {
    case file, folder
    /// It leads to another entry or to a path of whoever unpacks it; the target is as written there.
    case link(target: String)
    /// A device, a pipe or a socket.
    case other
  }

  /// The parts of the path that mean something.
  var path: [Substring] { name.split(separator: "/").filter { $0 != "." } }

  /// Whether file managers hide it: what macOS and editors leave behind.
  var isHidden: Bool {
    path.contains { $0.hasPrefix(".") && $0 != ".." || $0 == "__MACOSX" }
  }
}
