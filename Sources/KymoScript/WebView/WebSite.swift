import KymoHTTP

/// A page's folder and the addresses of what is in it.
struct WebSite {
  /// The folder, out of which nothing leads.
  let folder: AppFolder
  /// The address of the folder, with a slash at its end.
  let base: String
  /// Whether the folder is the root of an origin, as on a server; false for files.
  let hasOrigin: Bool

  /// The address of the folder of an app that has no origin: the same on every machine.
  static let fileBase = "file:///app/"

  /// A folder of files.
  init(files folder: AppFolder) {
    self.folder = folder
    base = Self.fileBase
    hasOrigin = false
  }

  /// A folder as the root of an origin.
  init(_ folder: AppFolder, origin: String) {
    self.folder = folder
    base = origin + "/"
    hasOrigin = true
  }

  /// An address without that of the folder.
  func shown(_ url: String) -> String {
    if url.hasPrefix(base) { return String(url.dropFirst(base.count)) }
    return hasOrigin && url + "/" == base ? "" : url
  }

  /// The address of a file, relative to the folder: "index.html" is that of its folder.
  static func address(ofFile path: String) -> String {
    var path = path
    if path == "index.html" || path.hasSuffix("/index.html") { path.removeLast(10) }
    let plain = "!$&'()*+,;=:@/".utf8
    return PercentEscapes.encode(path) { PercentEscapes.isUnreserved($0) || plain.contains($0) }
  }

  /// The path within the folder that an address relative to it stands for.
  ///
  /// - Returns: nil if it stands for no file: a part of it is "..", has a slash or a zero in it, or is not UTF-8.
  static func path(of address: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    var parts: [String] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      guard let name = decoded(part), name != "..", name != "." else { return nil }
      guard !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
      parts.append(name)
    }
    return parts.joined(separator: "/")
  }

  private static func decoded(_ part: Substring) -> String? {
    guard part.utf8.contains(UInt8(ascii: "%")) else { return String(part) }
    var bytes: [UInt8] = []
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Finds the document of an address relative to the folder, as servers of apps do: a folder's is its `index.html`,
  /// and that of the root is also that of whatever is not there and has no ending, which the page itself tells apart.
  ///
  /// - Returns: the path of its file, and its text.
  /// - Throws: ``WebViewError``.
  func document(at address: String) throws(WebViewError) -> (path: String, text: String) {
    guard hasOrigin else { return (address, try folder.read(address)) }
    guard var path = Self.path(of: address) else { throw .outside(address) }
    if path.isEmpty || path.hasSuffix("/") { path += "index.html" }
    do throws(WebViewError) { return (path, try folder.read(file: path)) } catch {
      let name = path.split(separator: "/").last ?? ""
      guard case .unreadable = error, path != "index.html",
        !name.contains(".") || name == "index.html"
      else { throw error }
      return ("index.html", try folder.read(file: "index.html"))
    }
  }
}
