import KymoBridge
public import KymoCore
public import KymoRecording

/// The second sample app: a small browser with a button that shortens the URL of its page.
///
/// Its commands are what its user taps and what its delegates are told, ``BrowserCommand``; the reply to each is
/// what it then shows, as JSON. By default a `ScriptedFetcher` is its network, whose events come at their
/// logical times; with `--fetcher outside` they come as calls, from whatever loads the pages.
public final class Browser: App {
  /// The name under which `--app` finds it.
  public static var name: String { "Browser" }

  /// The calls that it takes.
  public static var summary: String {
    BrowserCommand.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// Whose rules hold, and where the network's events come from.
  public static var choices: [AppChoice] {
    [
      AppChoice(
        "browser",
        "RULES",
        values: BrowserFidelity.allCases.map(\.rawValue),
        help: "The browser: faithful to the printed one and its gaps, or fixed."
      ),
      AppChoice(
        "fetcher",
        "NETWORK",
        values: ["scripted", "outside"],
        help: """
          Who loads the browser's pages: a script (fetch.json in the sandbox, if there is one), or \
          the sender of the delegates' events.
          """
      ),
    ]
  }

  /// The file of the sandbox that says what the servers do.
  public static var scriptName: String { "fetch.json" }

  private let desk: BrowserDesk
  /// The commands and their handlers.
  public let map: CommandMap

  /// Makes a browser that was just launched.
  ///
  /// - Throws: `AppError.setup` if the script of its network cannot be read.
  public convenience init(_ setup: AppSetup) throws {
    var network: BrowserLoader?
    if setup.choices["fetcher"] != "outside" {
      network = BrowserLoader(ScriptedFetcher(try Self.script(setup.sandbox)))
    }
    let fidelity = setup.choices["browser"].flatMap { BrowserFidelity(rawValue: $0) }
    self.init(fidelity ?? .faithful, network)
  }

  /// Makes a browser over a network.
  ///
  /// - Parameters:
  ///   - fidelity: whose rules hold.
  ///   - loader: what loads its pages, by logical times that it knows beforehand; nil if its events come as
  ///     calls.
  public init(_ fidelity: BrowserFidelity, _ loader: BrowserLoader?) {
    let desk = BrowserDesk(BrowserModel(fidelity), loader)
    var map = CommandMap()
    for command in BrowserCommand.allCases {
      let name = command.rawValue
      desk.ids.append(map.raise(name))
      if command == .shortenURL || command == .copyURL {
        map.validate(name, BrowserValCO(desk, command))
      }
      map.business(name, BrowserBCO(desk, command))
      map.view(name, BrowserVCO(desk))
    }
    self.desk = desk
    self.map = map
  }

  /// The model that it shows.
  public var model: BrowserModel { desk.model }

  /// The loader of its pages from a network; nil if events come from outside.
  public var loader: BrowserLoader? { desk.loader }

  /// The browser itself.
  public var device: (any AppDevice)? { self }

  /// Counts of the events that occurred.
  public var counters: [SessionResult.Counter] {
    let counts: [(String, UInt64)] = [
      ("connections.failed", desk.count(.connectionDidFailWithError)),
      ("connections.finished", desk.count(.connectionDidFinishLoading)),
      ("connections.stray", desk.model.strays),
      ("loads.failed", desk.count(.didFailLoadWithError)),
      ("loads.finished", desk.count(.webViewDidFinishLoad)),
      ("loads.started", desk.count(.webViewDidStartLoad)),
    ]
    return counts.filter { $0.1 > 0 }.map { .init(name: $0.0, count: $0.1) }
  }

  /// Returns the servers' script: that of the sandbox, or the pages that the browser comes with.
  private static func script(_ sandbox: String?) throws(AppError) -> FetchScript {
    guard let sandbox else { return samplePages }
    let path = sandbox + "/" + scriptName
    let text: [UInt8]?
    do throws(UnsafeScriptFile.Failure) { text = try UnsafeScriptFile.read(path) } catch {
      throw .setup("\(path): \(error.reason)")
    }
    guard let text else { return samplePages }
    do throws(FetchScriptError) {
      return try FetchScript(json: String(decoding: text, as: UTF8.self))
    } catch { throw .setup("\(path): \(error)") }
  }
}

extension Browser: AppDevice {
  /// Whether it asks where it is: never.
  public var wantsLocation: Bool { false }
  /// The lines that were logged: none.
  public var logLines: [String] { [] }
  /// When its network does something next, in logical ns.
  public var nextEventTime: Int64? { desk.nextEventTime }
  /// Its name in reports.
  public var name: String { "browser" }
}
