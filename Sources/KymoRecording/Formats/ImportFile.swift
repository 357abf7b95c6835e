/// A file to import: the whole of it in memory, or its beginning and where the rest is.
public struct ImportFile: Sendable {
  /// The name that messages use; its last component tells formats apart, such as
  /// `Accelerometer.csv`.
  public var name: String
  /// The content.
  public var bytes: [UInt8]
  /// Whether the user asked for this very file; one that was found in a folder or an archive may be
  /// passed over.
  public var isExplicit: Bool
  /// Whether ``bytes`` are all of the file and not just its beginning.
  public var isWhole: Bool
  /// All of the file, if ``bytes`` are not and a format asked for it.
  public var content: (any ImportContent)?
  /// Whether no format is asked about it: whoever drives the import reads it.
  public var isSetAside = false

  /// Names the bytes of a file.
  public init(name: String, bytes: [UInt8], isExplicit: Bool = true, isWhole: Bool = true) {
    self.name = name
    self.bytes = bytes
    self.isExplicit = isExplicit
    self.isWhole = isWhole
  }

  /// The last component of the name.
  public var baseName: String { String(name.split(separator: "/").last ?? "") }

  /// The last component without its extension.
  public var title: String {
    let base = baseName
    guard let dot = base.lastIndex(of: "."), dot > base.startIndex else { return base }
    return String(base[..<dot])
  }

  /// The last component in lower case, without its extension.
  public var stem: String { title.lowercased() }

  /// The extension in lower case, without the dot; empty if there is none.
  public var fileExtension: String {
    let base = baseName.lowercased()
    guard let dot = base.lastIndex(of: "."), dot > base.startIndex else { return "" }
    return String(base[base.index(after: dot)...])
  }
}
