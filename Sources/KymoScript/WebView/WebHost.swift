/// The services that the platform of a page asks native code for.
struct WebHost {
  let context: ScriptContext
  unowned let view: WebView
  let site: WebSite
  let wishes: SensorWishes

  /// Puts the functions into the object that the platform gets.
  func fill(_ host: ScriptObject) throws(ScriptError) {
    let (view, wishes, context) = (view, wishes, context)
    try time(host)
    try files(host)
    try modules(host)
    try add(host, "console") { [unowned view] arguments in
      let depth = max(0, min(arguments.number(2), 32))
      let indent = String(repeating: "  ", count: depth.isNaN ? 0 : Int(depth))
      view.delegate?.webView(
        view,
        says: ConsoleMessage(
          level: arguments.string(0) ?? "log",
          text: indent + (arguments.string(1) ?? "")
        )
      )
      return .undefined
    }
    try add(host, "error") { [unowned view] arguments in
      view.delegate?.webView(
        view,
        thrown: ScriptException(
          name: "",
          message: arguments.string(0) ?? "",
          source: arguments.string(1) ?? "",
          line: Self.integer(arguments.number(2)),
          column: Self.integer(arguments.number(3)),
          stack: arguments.string(4) ?? ""
        )
      )
      return .undefined
    }
    try add(host, "missing") { [unowned view, unowned context] arguments in
      let place = view.shown(place: arguments.string(1) ?? (try? context.callerPlace()) ?? "")
      view.delegate?.webView(view, lacks: arguments.string(0) ?? "", at: place)
      return .undefined
    }
    let library = view.options.documentLibrary
    try add(host, "readModule") { arguments in
      guard let modules = try? AppFolder(library) else { return .null }
      return (try? modules.read(arguments.string(0) ?? "")).map { .string($0) } ?? .null
    }
    try add(host, "evaluate") { [unowned context] arguments in
      try context.evaluate(
        arguments.string(0) ?? "",
        name: arguments.string(1) ?? "",
        line: Self.integer(arguments.number(2))
      )
    }
    try add(host, "navigate") { [unowned view] arguments in
      let kind = NavigationType(rawValue: arguments.string(1) ?? "") ?? .other
      return .boolean(view.wants(arguments.string(0) ?? "", kind))
    }
    try add(host, "dialog") { [unowned view] arguments in
      let dialog = WebDialog(
        kind: arguments.string(0) ?? "alert",
        text: arguments.string(1) ?? "",
        offer: arguments.string(2) ?? ""
      )
      return view.delegate?.webView(view, asks: dialog) ?? .undefined
    }
    try add(host, "storage") { [unowned view] arguments in
      view.keep(
        area: arguments.string(2) ?? "",
        key: arguments.string(0),
        value: arguments.string(1)
      )
      return .undefined
    }
    try add(host, "call") { [unowned view] arguments in
      view.delegate?.webView(view, calls: arguments.string(0) ?? "")
      return true
    }
    try add(host, "sensors") { arguments in
      let isWanted = arguments[1].boolean ?? false
      if arguments.string(0) == "motion" { wishes.motion = isWanted }
      if arguments.string(0) == "location" { wishes.positions = isWanted }
      return .undefined
    }
    try add(host, "fetch") { [unowned view] arguments in
      view.requested(
        WebRequest(
          number: arguments.number(0),
          method: arguments.string(1) ?? "GET",
          url: arguments.string(2) ?? "",
          fields: arguments.string(3) ?? "{}",
          body: try Self.body(arguments[4])
        )
      )
      return .undefined
    }
    try add(host, "cancel") { [unowned view] arguments in
      view.cancelled(arguments.number(0))
      return .undefined
    }
  }

  /// The files of the folder, and the folder as the root of an origin.
  private func files(_ host: ScriptObject) throws(ScriptError) {
    let (view, folder, context) = (view, site.folder, context)
    try add(host, "readFile") { [unowned view] arguments in
      let path = arguments.string(0) ?? ""
      do throws(WebViewError) { return .string(try folder.read(path)) } catch .outside(let path) {
        throw ScriptException(name: "Error", message: "\(WebViewError.outside(path))")
      } catch {
        let name = String(path.prefix { $0 != "?" && $0 != "#" })
        return view.platformFile?(name).map { .string($0) } ?? .null
      }
    }
    try host.set("base", .string(site.base))
    if site.hasOrigin { try host.set("root", .string(site.base)) }
    let sockets = view.options.sockets
    if !sockets.isEmpty { try host.set("sockets", .string(SocketRules.json(sockets))) }
    try add(host, "readBytes") { [unowned context] arguments in
      guard let bytes = try? folder.bytes(ofFile: arguments.string(0) ?? "") else { return .null }
      return .object(try context.makeBuffer(bytes))
    }
    try add(host, "typeOf") { arguments in
      .string(WebFileType.named(arguments.string(0) ?? ""))
    }
    try add(host, "moved") { [unowned view] arguments in
      view.move(to: arguments.string(0) ?? "")
      return .undefined
    }
  }

  /// The page's modules, and its workers, which may have some.
  private func modules(_ host: ScriptObject) throws(ScriptError) {
    try workers(host)
    let (view, context) = (view, context)
    try add(host, "bundle") { [unowned view, unowned context] arguments in
      guard let files = arguments[0].object else { return .null }
      let made = try view.modules.bundle(files, by: view.options.bundler)
      return .object(
        try context.makeArray([made.code.map { .string($0) } ?? .null, .string(made.name)])
      )
    }
    try add(host, "place") { [unowned view, unowned context] arguments in
      let found = view.modules.place(
        in: arguments.string(0) ?? "",
        line: Self.integer(arguments.number(1)),
        column: Self.integer(arguments.number(2))
      )
      guard let found else { return .null }
      return .object(
        try context.makeArray([
          .string(found.source), .number(Double(found.line)), .number(Double(found.column)),
        ])
      )
    }
    try add(host, "stack") { [unowned view] arguments in
      .string(view.shown(stack: arguments.string(0) ?? ""))
    }
  }

  /// Clock, chance, zone, locale and device.
  private func time(_ host: ScriptObject) throws(ScriptError) {
    let clock = view.clock
    try add(host, "now") { _ in .number(clock.milliseconds) }
    let seed = view.options.seed
    let seeds = try context.makeArray([
      .number(Double(UInt32(truncatingIfNeeded: seed))),
      .number(Double(UInt32(truncatingIfNeeded: seed >> 32))),
    ])
    try host.set("seed", .object(seeds))
    try host.set("zone", .string(view.options.zone))
    try host.set("locale", .string(view.options.locale))
    try host.set("isHidden", .boolean(view.isHidden))
    try host.set("device", .string(view.options.device.json))
    for permission in PagePermission.allCases {
      let isDenied = view.options.denied.contains(permission)
      try host.set("denies_" + permission.rawValue, .boolean(isDenied))
    }
  }

  /// Gives the platform a function of native code.
  func add(
    _ host: ScriptObject,
    _ name: String,
    _ body: @escaping ScriptFunctionBody
  ) throws(ScriptError) {
    try host.set(name, .object(context.makeFunction(body)))
  }

  /// The bytes of a body: a text, or an array of bytes.
  private static func body(_ value: ScriptValue) throws(ScriptError) -> [UInt8] {
    switch value {
    case .string(let text): return Array(text.utf8)
    case .object(let array):
      let count = try array.get("length").number ?? 0
      guard count > 0, count <= Double(1 << 24) else { return [] }
      var bytes: [UInt8] = []
      for index in 0..<UInt32(count) {
        bytes.append(UInt8(truncatingIfNeeded: Int(try array.get(at: index).number ?? 0)))
      }
      return bytes
    default: return []
    }
  }

  static func integer(_ number: Double) -> Int {
    number >= 0 && number < 1e9 ? Int(number) : 0
  }
}

/// A request of a page.
public struct WebRequest: Sendable, Equatable {
  /// The number that the page knows it by.
  public var number: Double
  /// The method.
  public var method: String
  /// The address, as the page says it.
  public var url: String
  /// The header, as a JSON object.
  public var fields: String
  /// The body; empty if there is none.
  public var body: [UInt8]
}

extension ScriptContext {
  /// Where the script stands that runs now: the innermost call that is not the platform's own.
  func callerPlace() throws(ScriptError) -> String {
    let stack = try evaluate("new Error().stack", name: "kymograph/place").string ?? ""
    let place = Self.place(in: stack)
    return place.line > 0 ? "\(place.source):\(place.line)" : place.source
  }

  /// The innermost place of a stack that is not the platform's own; empty if there is none.
  static func place(in stack: String) -> (source: String, line: Int, column: Int) {
    for line in stack.split(separator: "\n") {
      // A line is `function@source:line:column`, or what follows the @ alone.
      let place = line.lastIndex(of: "@").map { line[line.index(after: $0)...] } ?? line
      if ["kymograph/", "domino/", "[", "reply"].contains(where: { place.hasPrefix($0) }) {
        continue
      }
      let parts = place.split(separator: ":")
      guard parts.count >= 3, let row = Int(parts[parts.count - 2]),
        let column = Int(parts[parts.count - 1])
      else { continue }
      return (parts.dropLast(2).joined(separator: ":"), row, column)
    }
    return ("", 0, 0)
  }
}
