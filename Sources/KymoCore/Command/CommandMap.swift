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
    var stages: [[Handler]] = Array(repeating: [], count: Stage.allCases.count)
    var batch: BatchHandler?
  }

  /// The name whose handlers run before those of every other command.
  public static var defaultCommand: String { "default" }

  var rows: [Row] = []
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
    rows[row(command)].stages[Int(stage.rawValue)].append(handler)
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
