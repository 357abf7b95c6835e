/// Finds out which dialect a page speaks, by the files around it and by the text of its scripts.
public struct DialectFinder {
  /// What was found.
  public struct Finding: Sendable, Equatable {
    /// The dialect.
    public var bridge: PageBridge
    /// Why, in words: what goes after "since".
    public var reason: String
  }

  /// Texts of scripts that only one bridge has.
  private static let marks: [(String, PageBridge)] = [
    ("_dscbstub", .dsbridge), ("ReactNativeWebView", .reactnative), ("HotwireNative", .hotwire),
    ("web-bridge:ready", .hotwire), ("__TAURI_INTERNALS__", .tauri),
  ]

  /// How many bytes of scripts are looked through at most.
  static var maximumBytes: Int { 8 << 20 }

  private let folder: AppFolder
  private let file: String

  /// The finder for a page; nil if its folder cannot be read.
  ///
  /// - Parameter path: the page.
  public init?(of path: String) {
    guard let folder = try? AppFolder(of: path) else { return nil }
    self.folder = folder
    file = path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Looks; nil if nothing tells, or if the page speaks an older bridge, which is found when it runs.
  public func find() -> Finding? {
    let page = (try? folder.read(file)) ?? ""
    let sources = PageTags(page).scripts.compactMap(\.source)
    return byFolder(sources) ?? byScripts(page, sources)
  }

  /// What lies in the folder, or beside it, as projects have it.
  private func byFolder(_ sources: [String]) -> Finding? {
    let above = try? AppFolder(folder.path + "/..")
    func has(_ name: String) -> Bool {
      (try? folder.bytes(ofFile: name)) != nil || (try? above?.bytes(ofFile: name)) != nil
    }
    for name in ["capacitor.config.json", "capacitor.plugins.json"] where has(name) {
      return Finding(bridge: .capacitor, reason: "\(name) is there")
    }
    if let own = try? folder.read("cordova.js"), own.allSatisfy(\.isWhitespace) {
      return Finding(bridge: .capacitor, reason: "its cordova.js is empty")
    }
    if has("cordova_plugins.js") {
      return Finding(bridge: .cordova, reason: "cordova_plugins.js is there")
    }
    let widget = (try? folder.read("config.xml")) ?? (try? above?.read("config.xml")) ?? ""
    if widget.contains("<widget") {
      return Finding(bridge: .cordova, reason: "config.xml of a widget is there")
    }
    if sources.contains(where: { $0 == "cordova.js" || $0.hasSuffix("/cordova.js") }) {
      return Finding(bridge: .cordova, reason: "it loads cordova.js")
    }
    return nil
  }

  /// What the scripts use.
  private func byScripts(_ page: String, _ sources: [String]) -> Finding? {
    var bytes = Array(page.utf8)
    for source in sources where bytes.count < Self.maximumBytes {
      let path = source.drop { $0 == "/" || $0 == "." }.prefix { $0 != "?" && $0 != "#" }
      bytes += (try? folder.bytes(ofFile: String(path))) ?? []
    }
    let older = [
      "makeCall(", "handleRequest", "mapCommandTo", "WebViewJavascriptBridge", "WVJBCallbacks",
    ]
    if older.contains(where: { Self.first($0, in: bytes) != nil }) { return nil }
    if Self.first("registerPlugin", in: bytes) != nil, Self.first("nativePromise", in: bytes) != nil
    {
      return Finding(bridge: .capacitor, reason: "its scripts hold Capacitor's core")
    }
    for (mark, bridge) in Self.marks where Self.first(mark, in: bytes) != nil {
      return Finding(bridge: bridge, reason: "its scripts use \(mark)")
    }
    let handlers = Self.names(after: "messageHandlers.", in: bytes)
    guard let first = handlers.first else { return nil }
    return Finding(
      bridge: .raw,
      reason: "its scripts use webkit.messageHandlers.\(first)"
        + (handlers.count > 1 ? " and \(handlers.count - 1) more" : "")
    )
  }

  /// Where a text stands first in others, from a place on; nil if it does not.
  ///
  /// - Complexity: O(bytes).
  private static func first(_ text: String, in bytes: [UInt8], from start: Int = 0) -> Int? {
    let wanted = Array(text.utf8)
    var index = start
    while let found = bytes[index...].firstIndex(of: wanted[0]) {
      if bytes[found...].starts(with: wanted) { return found }
      index = found + 1
    }
    return nil
  }

  /// The names that follow a text, each once, in the order of the text.
  private static func names(after mark: String, in bytes: [UInt8]) -> [String] {
    func isPart(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
        true
      default: false
      }
    }
    var found: [String] = []
    var index = 0
    while let place = first(mark, in: bytes, from: index) {
      index = place + mark.utf8.count
      let name = String(decoding: bytes[index...].prefix(while: isPart), as: UTF8.self)
      if !name.isEmpty, !found.contains(name) { found.append(name) }
    }
    return found
  }
}
