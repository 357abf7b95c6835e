/// Which handlers serve which command: filled once, then made into a ``CommandTable``.
///
/// Handlers of a stage run in the order in which they are mapped, those of ``defaultCommand`` first.
///
///     var map = CommandMap()
///     map.validate("accel", AccelerationRange())
///     map.business("accel", Magnitude())
///     map.view("accel") { exchange in
///       exchange.reply(exchange.event.payload.acceleration)
///       return .proceed
///     }
///     let table = try CommandTable(map)
public struct CommandMap {
  /// The handlers of one command.
  struct Row {
    var name: String
    var stages: [[HandlerEntry]] = Array(repeating: [], count: Stage.allCases.count)
    var batch: BatchHandler?
  }

  /// The name whose handlers run before those of every other command.
  public static var defaultCommand: String { "default" }

  /// Turns the texts of requests into parameters; nil if there are no requests.
  public var decoder: RequestDecoder?
  /// Rearranges the handlers of each command when a table is made; nil leaves them as they are mapped.
  ///
  /// It is called once for every command that has stages, in the order of their ids.
  public var arrange: ((inout CommandStages) -> Void)?

  var rows: [Row] = []
  var raised: [CommandID] = []
  var makers: [String: () -> Handler] = [:]  // Looked up, never iterated.
  var known: [[UInt8]: Int] = [:]  // From a name's bytes to its row; never iterated.

  /// An empty map.
  public init() {}

  /// Maps `handler` to the validation of `command`.
  public mutating func validate(_ command: String, _ handler: Handler) {
    map(.validate, command, handler)
  }

  /// Maps `handler` to the business of `command`.
  public mutating func business(_ command: String, _ handler: Handler) {
    map(.business, command, handler)
  }

  /// Maps `handler` to the view of `command`.
  public mutating func view(_ command: String, _ handler: Handler) {
    map(.view, command, handler)
  }

  /// Maps `handler` to the error stage of `command`.
  public mutating func error(_ command: String, _ handler: Handler) {
    map(.error, command, handler)
  }

  /// Maps a closure to the validation of `command`.
  public mutating func validate(
    _ command: String,
    _ body: @escaping (inout Exchange) throws(HandlerError) -> Verdict
  ) { map(.validate, command, ClosureHandler(body)) }

  /// Maps a closure to the business of `command`.
  public mutating func business(
    _ command: String,
    _ body: @escaping (inout Exchange) throws(HandlerError) -> Verdict
  ) { map(.business, command, ClosureHandler(body)) }

  /// Maps a closure to the view of `command`.
  public mutating func view(
    _ command: String,
    _ body: @escaping (inout Exchange) throws(HandlerError) -> Verdict
  ) { map(.view, command, ClosureHandler(body)) }

  /// Maps a closure to the error stage of `command`.
  public mutating func error(
    _ command: String,
    _ body: @escaping (inout Exchange) throws(HandlerError) -> Verdict
  ) { map(.error, command, ClosureHandler(body)) }

  /// Makes `handler` serve all of `command` in batches; a later call replaces an earlier one.
  public mutating func batch(_ command: String, _ handler: BatchHandler) {
    rows[row(command)].batch = handler
  }

  /// Appends `handler` to a stage of `command`.
  public mutating func map(_ stage: Stage, _ command: String, _ handler: Handler) {
    rows[row(command)].stages[Int(stage.rawValue)].append(.handler(handler))
  }

  /// Names a command before anything is mapped to it, and gives its id.
  ///
  /// Ids are in the order in which commands are first named; a map that names all of them first has the
  /// same ids whatever is mapped.
  @discardableResult
  public mutating func command(_ name: String) -> CommandID {
    CommandID(rawValue: UInt16(clamping: row(name) + 1))
  }

  /// Names a command that handlers raise, and gives its id for ``Exchange/raise(_:at:kind:payload:)``.
  public mutating func raise(_ command: String) -> CommandID {
    let id = self.command(command)
    if !raised.contains(id) { raised.append(id) }
    return id
  }

  /// Replaces every handler that is mapped so far, for example by one that watches it.
  ///
  /// - Parameter replace: gets the handler, and the place at which it is mapped.
  /// - Throws: ``CommandTableError/unknownHandler(name:command:stage:)``.
  public mutating func replaceHandlers(
    _ replace: (HandlerPlace, Handler) -> Handler
  ) throws(CommandTableError) {
    for index in rows.indices {
      for stage in Stage.allCases {
        let handlers = try placedHandlers(of: rows[index], stage)
        rows[index].stages[Int(stage.rawValue)] = handlers.map {
          .handler(replace($0.place, $0.handler))
        }
      }
    }
  }

  /// Replaces every batch handler that is mapped so far, for example by one that watches it.
  ///
  /// - Parameter replace: gets the command and the handler.
  public mutating func replaceBatchHandlers(_ replace: (String, BatchHandler) -> BatchHandler) {
    for index in rows.indices {
      guard let batch = rows[index].batch else { continue }
      rows[index].batch = replace(rows[index].name, batch)
    }
  }

  /// The handlers of a row's stage, those that are named made.
  func handlers(of row: Row?, _ stage: Stage) throws(CommandTableError) -> [Handler] {
    var handlers: [Handler] = []
    guard let row else { return handlers }
    for entry in row.stages[Int(stage.rawValue)] {
      switch entry {
      case .handler(let handler): handlers.append(handler)
      case .named(let name):
        guard let maker = makers[name] else {
          throw .unknownHandler(name: name, command: row.name, stage: stage)
        }
        handlers.append(maker())
      }
    }
    return handlers
  }

  mutating func row(_ name: String) -> Int {
    // Names that differ only in normalization are two commands, as they are to a look-up by bytes.
    let bytes = Array(name.utf8)
    if let known = known[bytes] { return known }
    known[bytes] = rows.count
    rows.append(Row(name: name))
    return rows.count - 1
  }
}
