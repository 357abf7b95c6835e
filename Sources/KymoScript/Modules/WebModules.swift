import KymoBridge
import KymoHistogram
import KymoText

/// The bundles of a page's modules, and where their text comes from.
final class WebModules {
  /// What the engine calls a bundle, before its number.
  static let prefix = "kymograph-modules/"

  /// A module in a bundle.
  private struct Member {
    /// Its file, as errors name it.
    let file: String
    /// The line of the file that it begins in.
    let line: Int
    /// What was replaced in it: the line, the column behind that, from 0, and how far it was moved, in threes.
    let edits: [Int]

    /// The place in the file of one in the text that was bundled.
    func original(line: Int, column: Int) -> ScriptPlace {
      var moved = 0
      for index in stride(from: 0, to: edits.count - 2, by: 3)
      where edits[index] == line && edits[index + 1] <= column - 1 {
        moved = edits[index + 2]
      }
      return ScriptPlace(source: file, line: line + self.line - 1, column: max(1, column - moved))
    }
  }

  private struct Bundle {
    let mapText: String
    let members: [String: Member]
  }

  /// What has bundled the modules; nil if there were none.
  var bundler: String?
  private var bundles: [Bundle] = []
  private var maps: [Int: SourceMap] = [:]
  private var ownMaps: [String: SourceMap?] = [:]

  /// Another page comes: what is known of this one is forgotten.
  func reset() {
    bundles = []
    maps = [:]
    ownMaps = [:]
  }

  /// Bundles modules for a page.
  ///
  /// - Parameters:
  ///   - values: for each file its name, its text, the file that it is, the line there, and its edits as JSON.
  ///   - bundler: what bundles.
  /// - Returns: the script and its name, or nil and what is wrong as JSON.
  /// - Throws: that there is nothing that bundles.
  func bundle(
    _ values: ScriptObject,
    by bundler: ModuleBundler?
  ) throws -> (code: String?, name: String) {
    let count = Int(try values.get("length").number ?? 0)
    var files: [ModuleFile] = []
    var members: [String: Member] = [:]
    for index in stride(from: 0, to: count - 4, by: 5) {
      let index = UInt32(index)
      let name = try values.get(at: index).string ?? ""
      files.append(ModuleFile(name: name, text: try values.get(at: index + 1).string ?? ""))
      members[name] = Member(
        file: try values.get(at: index + 2).string ?? "",
        line: Int(try values.get(at: index + 3).number ?? 1),
        edits: Self.integers(try values.get(at: index + 4).string ?? "[]")
      )
    }
    guard let bundler else {
      throw ScriptException(name: "Error", message: "nothing is there that bundles modules")
    }
    switch bundler.bundle(files) {
    case .bundle(let code, let map):
      self.bundler = bundler.name()
      bundles.append(Bundle(mapText: map, members: members))
      return (code, "\(Self.prefix)\(bundles.count)")
    case .failures(let failures):
      let list = failures.map { failure -> JSONText in
        let place = members[failure.file]?.original(line: failure.line, column: failure.column)
        return [
          "file": JSONText(failure.file), "line": JSONText(place?.line ?? 0),
          "column": JSONText(place?.column ?? 0), "message": JSONText(failure.message),
        ]
      }
      return (nil, JSONText(list).line)
    case .unavailable(let reason): throw ScriptException(name: "Error", message: reason)
    }
  }

  // MARK: Places

  /// Whether a name is that of a bundle.
  static func isBundle(_ source: String) -> Bool { source.hasPrefix(prefix) }

  /// The place in a module's file of one in a bundle.
  ///
  /// - Returns: nil for what the bundler itself has written.
  func place(in source: String, line: Int, column: Int) -> ScriptPlace? {
    guard let number = Int(source.dropFirst(Self.prefix.count)),
      bundles.indices.contains(number - 1)
    else { return nil }
    let bundle = bundles[number - 1]
    if maps[number] == nil { maps[number] = SourceMap(bundle.mapText) }
    // The script begins with a line of its own.
    guard let found = maps[number]?.place(line: line - 1, column: column),
      let member = bundle.members[found.source], !member.file.isEmpty
    else { return nil }
    return member.original(line: found.line, column: found.column)
  }

  /// The place in a file that the page's own bundler has made another of, by the map that it has left.
  ///
  /// - Returns: nil if there is no map, or nothing in it.
  func ownPlace(of place: ScriptPlace, in folder: AppFolder) -> ScriptPlace? {
    guard place.line > 0 else { return nil }
    if ownMaps[place.source] == nil {
      ownMaps[place.source] = .some(Self.ownMap(of: place.source, in: folder))
    }
    guard let map = ownMaps[place.source] ?? nil,
      var found = map.place(line: place.line, column: place.column)
    else { return nil }
    if !found.source.contains(":"), !found.source.hasPrefix("/") {
      found.source = Self.joined(place.source, found.source)
    }
    return found
  }

  private static func ownMap(of file: String, in folder: AppFolder) -> SourceMap? {
    guard file.hasSuffix(".js") || file.hasSuffix(".mjs"), let text = try? folder.read(file: file),
      let address = mapAddress(in: text)
    else { return nil }
    guard address.hasPrefix("data:") else {
      guard !address.contains(":"), let path = WebSite.path(of: address) else { return nil }
      return (try? folder.read(file: joined(file, path))).flatMap { SourceMap($0) }
    }
    guard let comma = address.firstIndex(of: ","), address[..<comma].hasSuffix(";base64"),
      let bytes = Base64.decode(Array(address[address.index(after: comma)...].utf8))
    else { return nil }
    return SourceMap(String(decoding: bytes, as: UTF8.self))
  }

  /// What the last comment of a script says about its map.
  private static func mapAddress(in text: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline).suffix(4).reversed() {
      for mark in ["//# sourceMappingURL=", "//@ sourceMappingURL="] where line.hasPrefix(mark) {
        return String(line.dropFirst(mark.count).prefix { !$0.isWhitespace })
      }
    }
    return nil
  }

  /// A path relative to a file.
  private static func joined(_ file: String, _ path: String) -> String {
    var parts = file.split(separator: "/").dropLast().map(String.init)
    for part in path.split(separator: "/") {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != "." {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  private static func integers(_ json: String) -> [Int] {
    json.split { "[], ".contains($0) }.compactMap { Int($0) }
  }
}
