package import KymoBench
import KymoBridge
import KymoReport

/// A build's description of itself: the answer to `--version --format json`.
package struct BuildVersion: Equatable {
  /// The most of an answer that is read, in bytes.
  package static let limit = 1 << 16

  /// The tool's name.
  package var name: String
  /// Its version.
  package var version: String
  /// Its capabilities for a gate.
  package var capabilities: Set<GateCapability>
  /// The apps that it has, the first being the default; nil if it does not say.
  package var apps: [String]?

  /// Reads an answer of the schema `kymograph.version/1`; nil if it is none.
  package init?(json bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count <= Self.limit else { return nil }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: bytes.count))
    do { try document.parse(String(decoding: bytes, as: UTF8.self)) } catch { return nil }
    let root = document.root
    guard document.kind(of: root) == .object,
      document.text("schema", of: root)?.hasPrefix("kymograph.version/") == true,
      let name = document.text("name", of: root), !name.isEmpty,
      let version = document.text("version", of: root),
      let capabilities = document.texts("capabilities", of: root),
      let apps = document.texts("apps", of: root)
    else { return nil }
    self.name = name
    self.version = version
    self.capabilities = Set(capabilities.compactMap(GateCapability.init))
    self.apps = apps
  }

  /// Reads what a build says that cannot speak of itself: a line of name and version, and a help text.
  ///
  /// Such a build has one name, `kymo`; nil if the line begins otherwise.
  package init?(line: String, help: String) {
    let words = line.split(separator: " ")
    guard words.count == 2, words[0] == "kymo" else { return nil }
    name = String(words[0])
    version = String(words[1])
    let options = Set(help.split { $0 == " " || $0 == "\n" || $0 == "[" })
    let pairs: [(Substring, GateCapability)] = [
      ("--pace", .pace), ("--events", .eventLimit), ("--handicap", .handicap),
    ]
    capabilities = Set(pairs.filter { options.contains($0.0) }.map(\.1))
    apps = nil
  }

  /// Name and version.
  package var text: String { "\(name) \(version)" }
}

extension JSONDocument {
  /// The strings of an object's array; nil if it is none, or has anything else in it.
  func texts(_ name: String, of value: JSONValue) -> [String]? {
    guard let list = member(name, of: value), kind(of: list) == .array else { return nil }
    var texts: [String] = []
    var cursor = cursor(over: list)
    while let element = cursor.next(in: self) {
      guard let text = string(of: element) else { return nil }
      texts.append(text)
    }
    return texts
  }
}
