/// A file to import, already in memory.
public struct ImportFile: Sendable {
  /// The name that messages use; its last component tells formats apart, such as
  /// `Accelerometer.csv`.
  public var name: String
  /// The whole content.
  public var bytes: [UInt8]
  /// Whether the user asked for this very file; one that was found in a folder may be passed over.
  public var isExplicit: Bool

  /// Names the bytes of a file.
  public init(name: String, bytes: [UInt8], isExplicit: Bool = true) {
    self.name = name
    self.bytes = bytes
    self.isExplicit = isExplicit
  }

  /// The last component of the name.
  var baseName: String { String(name.split(separator: "/").last ?? "") }

  /// The last component in lower case, without its extension.
  var stem: String {
    let base = baseName.lowercased()
    guard let dot = base.lastIndex(of: "."), dot > base.startIndex else { return base }
    return String(base[..<dot])
  }
}
