/// Finds out which dialect a page speaks, by the files around it and by the text of its scripts.
public struct DialectFinder {
  /// What was found.
  public struct Finding: Sendable, Equatable {
    /// The dialect.
    public var bridge: PageBridge
    /// Why, in words: what goes after "since".
    public var reason: String
  }

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
    return byFolder(page) ?? byScripts(page)
  }

  /// What lies in the folder, or beside it, as projects have it.
  private func byFolder(_ page: String) -> Finding? {
    let above = try? AppFolder(folder.path + "/..")
    func has(_ name: String) -> Bool {
      (try? folder.read(name)) != nil || (try? above?.read(name)) != nil
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
    if sources(of: page).contains(where: { $0 == "cordova.js" || $0.hasSuffix("/cordova.js") }) {
      return Finding(bridge: .cordova, reason: "it loads cordova.js")
    }
    return nil
  }

  /// What the scripts use.
  private func byScripts(_ page: String) -> Finding? {
    var text = page
    for source in sources(of: page) where text.utf8.count < Self.maximumBytes {
      let path = source.drop { $0 == "/" || $0 == "." }
      text += (try? folder.read(String(path))) ?? ""
    }
    let older = [
      "makeCall(", "handleRequest", "mapCommandTo", "WebViewJavascriptBridge", "WVJBCallbacks",
    ]
    if older.contains(where: { text.contains($0) }) { return nil }
    if text.contains("registerPlugin"), text.contains("nativePromise") {
      return Finding(bridge: .capacitor, reason: "its scripts hold Capacitor's core")
    }
    if text.contains("ReactNativeWebView") {
      return Finding(bridge: .reactnative, reason: "its scripts use ReactNativeWebView")
    }
    let handlers = names(after: "messageHandlers.", in: text)
    guard let first = handlers.first else { return nil }
    return Finding(
      bridge: .raw,
      reason: "its scripts use webkit.messageHandlers.\(first)"
        + (handlers.count > 1 ? " and \(handlers.count - 1) more" : "")
    )
  }

  /// The addresses of a page's scripts.
  private func sources(of page: String) -> [String] {
    var found: [String] = []
    for tag in page.split(separator: "<script").dropFirst() {
      let head = tag.prefix { $0 != ">" }
      guard let start = head.firstRange(of: "src=") else { continue }
      let value = head[start.upperBound...]
      guard let quote = value.first, quote == "\"" || quote == "'" else { continue }
      found.append(String(value.dropFirst().prefix { $0 != quote }))
    }
    return found
  }

  /// The names that follow a text, each once, in the order of the text.
  private func names(after mark: String, in text: String) -> [String] {
    var found: [String] = []
    for part in text.split(separator: mark, omittingEmptySubsequences: false).dropFirst() {
      let name = String(
        part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
      )
      if !name.isEmpty, !found.contains(name) { found.append(name) }
    }
    return found
  }
}
