import KymoBridge
import KymoCommandLine
import KymoRecording
import KymoServer
import KymoText

/// The options of `kymo serve`, as they configure the server.
enum ServedConfiguration {
  /// The longest key or certificate, in bytes.
  private static let pemBytes = 1 << 20

  /// Reads them.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - app: whose pages are served unless others are given.
  ///   - now: the time in ns since 1970.
  /// - Returns: the configuration, checked.
  /// - Throws: `usage` for what does not go together; a failure that names a file.
  static func make(
    _ arguments: ParsedArguments,
    _ app: any App.Type,
    at now: Int64
  ) throws(CommandFailure) -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.address = arguments.text("address")
    configuration.port = UInt16(arguments.integer("port"))
    configuration.token = try ServedToken.find(arguments, UnsafeTerminal.environment)
    configuration.hosts = arguments.texts("allow-host")
    if !configuration.isLoopback { configuration.hosts += UnsafeInterfaces.addresses() }
    configuration.origins = arguments.texts("allow-origin")
    for origin in configuration.origins where !isOrigin(origin) {
      throw .usage(
        "--allow-origin takes an origin such as https://example.org or capacitor://localhost; "
          + "not '\(origin.printable)'"
      )
    }
    configuration.replyNanoseconds = arguments.nanoseconds("reply-timeout")
    configuration.isLegacy = arguments.callMode == .legacy
    configuration.limits.bodyBytes = arguments.integer("max-body")
    configuration.limits.connections = arguments.integer("max-connections")
    configuration.limits.requestNanoseconds = arguments.nanoseconds("request-timeout")
    configuration.limits.allBodyBytes = max(
      configuration.limits.allBodyBytes,
      2 * configuration.limits.bodyBytes
    )
    configuration.limits.queuedBytes = max(
      configuration.limits.queuedBytes,
      4 * configuration.limits.bodyBytes
    )
    configuration.uploads = try uploads(arguments)
    configuration.limits.uploadBytes = arguments.integer("max-upload")
    configuration.pages = try pages(arguments, app)
    // What is wrong with the rest is said before anything is made.
    if arguments.flag("tls") {
      configuration.identity = try identity(arguments, configuration, now)
    }
    do { try configuration.check() } catch {
      if case .address = error { throw .usage("--address: \(error)") }
      throw .usage("\(error): see --token and --tls")
    }
    return configuration
  }

  /// Where files of recorders go; a folder that cannot be written to is found now.
  private static func uploads(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ServerUploads? {
    guard let folder = arguments.textIfGiven("uploads") else { return nil }
    // Nothing stays of it.
    try OutputFile("\(folder)/phone-.jsonl", isNone: InputFiles([]), former: .kept).discard()
    let speaker = "\(arguments.tool.name) serve"
    var uploads = ServerUploads(folder: folder)
    uploads.received = { name, bytes in
      UnsafeTerminal.say("\(speaker): received \(name), \(bytes) bytes")
    }
    uploads.dropped = { reason in
      UnsafeTerminal.say("\(speaker): a file of a recorder was not kept: \(reason.printable)")
    }
    return uploads
  }

  private static func isOrigin(_ text: String) -> Bool {
    guard let end = text.firstRange(of: "://"), let first = text.first, first.isASCII,
      first.isLetter
    else { return false }
    let isScheme = text[..<end.lowerBound].utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    let host = text[end.upperBound...]
    return isScheme && !host.isEmpty
      && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
  }

  private static func identity(
    _ arguments: ParsedArguments,
    _ configuration: ServerConfiguration,
    _ now: Int64
  ) throws(CommandFailure) -> ServerConfiguration.Identity {
    if let key = arguments.textIfGiven("tls-key") {
      guard let certificate = arguments.textIfGiven("tls-certificate") else {
        throw .usage("--tls-key needs its --tls-certificate")
      }
      return ServerConfiguration.Identity(
        key: try UnsafeTextFile.read(key, limit: pemBytes),
        certificate: try UnsafeTextFile.read(certificate, limit: pemBytes)
      )
    }
    do {
      return try .selfSigned(
        for: ["localhost", "127.0.0.1", "::1"] + configuration.hosts,
        at: now / 1_000_000_000
      )
    } catch { throw CommandFailure(error) }
  }

  private static func pages(
    _ arguments: ParsedArguments,
    _ app: any App.Type
  ) throws(CommandFailure) -> [String: ServerPage] {
    if let folder = arguments.textIfGiven("page") { return try UnsafePageFolder.read(folder) }
    var pages: [String: ServerPage] = [:]
    for page in app.pages {
      pages[page.path] = ServerPage(
        type: ServerPage.type(ofFile: page.path),
        bytes: page.bytes
      )
    }
    return pages
  }

  /// By which names a person can open the server.
  static func shownHosts(_ configuration: ServerConfiguration) -> [String] {
    switch configuration.address {
    case "0.0.0.0", "::":
      let own = UnsafeInterfaces.addresses().filter { !$0.contains(":") && !$0.hasPrefix("127.") }
      return own.isEmpty ? ["localhost"] : own
    case let address: return [address.contains(":") ? "[\(address)]" : address]
    }
  }
}

extension CommandFailure {
  /// A server cannot start.
  init(_ error: ServerError) { self.init("\(error)") }
}
