import KymoBridge
import KymoCore
import KymoDevice
import KymoMCAP
import KymoRecording

/// An application whose handlers a recording is run through, with the device that they work on.
struct App: ~Copyable {
  /// The names that `--app` takes; the first is the default.
  static let names = [DeviceCatalog.name]

  /// The channels that it listens to, and those that it could.
  static var channels: ChannelTable { .standard }

  /// The commands and their handlers.
  var table: CommandTable
  /// Which command each channel's events are.
  let routing: CommandRouting
  /// The simulated phone; nil in a session without a page.
  let phone: Phone?

  /// Builds an application with new handlers.
  ///
  /// - Parameters:
  ///   - name: one of ``names``.
  ///   - calls: how the page's calls are read; nil for a session without a page.
  ///   - model: which phone.
  ///   - prepare: changes the map before the table is made of it.
  /// - Throws: why the phone's sandbox cannot be used.
  init(
    _ name: String,
    calls: CallRules? = nil,
    model: PhoneModel = PhoneModel(),
    prepare: (inout CommandMap) -> Void = { _ in }
  ) throws(CommandFailure) {
    precondition(Self.names.contains(name), "--app was validated")
    var map = DeviceCatalog.makeMap()
    var phone: Phone?
    if let calls {
      do {
        let made = try Phone(model)
        phone = made
        map = DeviceCatalog.makeMap(made, calls: calls)
      } catch {
        if case .directory(let path) = model.storage {
          throw CommandFailure(
            file: path,
            "it cannot be used as a sandbox",
            remedy: "a sandbox is a directory that exists and may be written to"
          )
        }
        throw CommandFailure("\(error)")
      }
    }
    self.phone = phone
    prepare(&map)
    do { table = try CommandTable(map) } catch {
      preconditionFailure("the map of \(name) is fixed: \(error)")
    }
    routing = CommandRouting(table, channels: Self.channels, calls: calls ?? CallRules())
  }

  /// What an error code stands for.
  static func errorName(_ code: UInt16) -> String {
    PhoneError.allCases.first { $0.code == code }?.description ?? HandlerError(code: code).name
  }

  /// What the phone counted; nothing without one.
  var counters: [SessionResult.Counter] { Self.counters(phone) }

  /// What a phone counted; nothing without one.
  static func counters(_ phone: Phone?) -> [SessionResult.Counter] {
    (phone?.counters ?? []).filter { $0.count > 0 }.map { .init(name: $0.name, count: $0.count) }
  }

  /// How a recording's calls are read: as it says, unless the mode was chosen; nil if it has no page.
  static func calls(_ file: SessionFile, _ arguments: ParsedArguments) -> CallRules? {
    var calls = file.description?.calls
    if calls == nil, !file.scan.catalog.channels(topic: InputChannel.request.topic).isEmpty {
      calls = CallRules()
    }
    if let mode = arguments.callMode { calls?.mode = mode }
    return calls
  }

  /// The phone of a recording, whose choices come from the session's own seed.
  ///
  /// It keeps its files in the directory `sandbox`; in memory if there is none.
  static func model(_ file: SessionFile, sandbox: String? = nil) -> PhoneModel {
    var model = PhoneModel()
    model.seed = file.description?.seed ?? 0
    if let sandbox { model.storage = .directory(path: sandbox) }
    return model
  }
}
