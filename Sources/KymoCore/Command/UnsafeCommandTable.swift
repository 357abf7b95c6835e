/// The commands, precomputed: names to ids, and for each id its handlers in one flat array.
///
/// Nothing here changes after `init`. Row 0 is the unknown command, without handlers; the last row is that of
/// the events that are passed to the sinks and not dispatched.
///
/// SAFETY: `plans` and `handlers` are allocated in `init` and freed in `deinit`; every plan's offsets lie
/// within `handlers`. The handlers are kept alive by `owned` and `ownedBatches`, and the decoder by `decoder`, so the unmanaged
/// references hold as long as the table. The handlers themselves are not `Sendable`: the table is
/// noncopyable and goes to the one dispatcher that calls them.
@safe @frozen public struct CommandTable: ~Copyable, @unchecked Sendable {
  @usableFromInline let plans: UnsafeMutablePointer<CommandPlan>
  @usableFromInline let planCount: Int
  @usableFromInline let handlers: UnsafeMutablePointer<Unmanaged<Handler>>
  @usableFromInline let batches: UnsafeMutablePointer<Unmanaged<BatchHandler>>
  @usableFromInline let owned: [Handler]
  @usableFromInline let ownedBatches: [BatchHandler]
  @usableFromInline let index: UnsafeNameIndex
  @usableFromInline var decoder: RequestDecoder?
  @usableFromInline var decoderReference: Unmanaged<RequestDecoder>?
  /// Where the handlers lie that run after a business `exit`, by row; empty if no command has any.
  let afterExit: [Range<Int>]
  /// The commands that handlers raise.
  public let raisedCommands: [CommandID]
  /// The names of the commands in the order of their ids; the first has id 1.
  public let names: [String]

  /// How many commands a table holds at most.
  public static var maximumCommands: Int { 4096 }

  /// Computes the table.
  ///
  /// The command literally named ``CommandMap/defaultCommand`` can be dispatched too; its handlers then
  /// run once.
  ///
  /// - Parameters:
  ///   - map: which handlers serve which command.
  ///   - seed: where the search for the hash's seed starts; the ids do not depend on it.
  /// - Throws: what is wrong with the map.
  /// - Complexity: O(handlers + names).
  public init(_ map: CommandMap, seed: UInt64 = 0) throws(CommandTableError) {
    guard map.rows.count <= Self.maximumCommands else {
      throw .tooManyCommands(map.rows.count)
    }
    let defaults = map.rows.first { $0.name == CommandMap.defaultCommand }
    var first: [[Handler]] = []
    for stage in Stage.allCases { first.append(try map.handlers(of: defaults, stage)) }
    var flat: [Handler] = []
    var batchList: [BatchHandler] = []
    var rows = [CommandPlan(row: 0, from: 0, status: .unknownCommand)]
    rows[0].batch = CommandPlan.passed
    var exits = [0..<0]
    for row in map.rows {
      if row.name.isEmpty { throw .emptyName }
      let isDefault = row.name == CommandMap.defaultCommand
      var plan = CommandPlan(row: rows.count, from: UInt32(flat.count), status: .completed)
      if let batch = row.batch {
        guard row.stages.allSatisfy(\.isEmpty), defaults == nil || isDefault else {
          throw .batchAndStages(command: row.name)
        }
        batchList.append(batch)
        plan.batch = UInt32(batchList.count)
      }
      var stages = CommandStages(command: row.name, handlers: first)
      if !isDefault {
        for stage in Stage.allCases { stages[stage] += try map.handlers(of: row, stage) }
      }
      if row.batch == nil { map.arrange?(&stages) }
      var starts: [UInt32] = []
      for stage in Stage.allCases {
        starts.append(UInt32(flat.count))
        guard stages[stage].count <= 255 else { throw .tooManyHandlers(command: row.name) }
        flat += stages[stage]
      }
      plan.isOfClosures = flat[Int(starts[0])..<Int(starts[3])].allSatisfy { $0 is ClosureHandler }
      (plan.validate, plan.business, plan.view, plan.error) =
        (starts[0], starts[1], starts[2], starts[3])
      plan.end = UInt32(flat.count)
      exits.append(flat.count..<flat.count + stages.afterExit.count)
      flat += stages.afterExit
      rows.append(plan)
    }
    names = map.rows.map(\.name)
    afterExit = exits.allSatisfy(\.isEmpty) ? [] : exits
    raisedCommands = map.raised
    decoder = map.decoder
    unsafe decoderReference = map.decoder.map { unsafe .passUnretained($0) }
    index = UnsafeNameIndex(names, seed: seed)
    owned = flat
    ownedBatches = batchList
    planCount = rows.count
    unsafe plans = .allocate(capacity: rows.count)
    unsafe plans.initialize(from: rows, count: rows.count)
    unsafe handlers = .allocate(capacity: flat.count + 1)
    for (offset, handler) in flat.enumerated() {
      unsafe (handlers + offset).initialize(to: .passUnretained(handler))
    }
    unsafe batches = .allocate(capacity: batchList.count + 1)
    for (offset, handler) in batchList.enumerated() {
      unsafe (batches + offset).initialize(to: .passUnretained(handler))
    }
  }

  deinit {
    unsafe plans.deallocate()
    unsafe handlers.deallocate()
    unsafe batches.deallocate()
  }

  /// The command of events that are not dispatched, only passed to the sinks: those of a channel that the
  /// application does not list.
  ///
  /// It has no name, and its events have no outcome.
  @inlinable public var passedCommand: CommandID { CommandID(rawValue: .max) }

  /// Gives requests a decoder if the map has named none, before a dispatcher is made of the table.
  ///
  /// - Parameter make: makes the decoder; asked only if there is none.
  public mutating func provideDecoder(_ make: () -> RequestDecoder) {
    guard decoder == nil else { return }
    let made = make()
    decoder = made
    unsafe decoderReference = .passUnretained(made)
  }

  /// Which command and which of its stages each handler is for, in the order in which ``HandlingStep/handler(_:)`` counts
  /// them.
  ///
  /// A handler that a map has put after a business `exit` counts as the view, which it is in the
  /// book's rules.
  ///
  /// - Complexity: O(handlers).
  public var handlerPlaces: [(command: CommandID, stage: Stage)] {
    var places: [(command: CommandID, stage: Stage)] = []
    for row in 1..<planCount {
      let plan = unsafe plans[row]
      let ends = [plan.business, plan.view, plan.error, plan.end]
      let after = afterExit.isEmpty ? 0 : afterExit[row].count
      let command = CommandID(rawValue: UInt16(row))
      for (stage, end) in zip(Stage.allCases, ends) {
        while places.count < end { places.append((command, stage)) }
      }
      for _ in 0..<after { places.append((command, .view)) }
    }
    return places
  }

  /// The names and their ids, for whoever makes events on other threads.
  public var lookup: CommandNames { CommandNames(index: index) }

  /// The seed under which the hash of the names is perfect.
  public var hashSeed: UInt64 { index.seed }

  /// The id of a command, or ``CommandID/unknown``.
  ///
  /// - Complexity: O(length of the name); one probe.
  public func id(of name: String) -> CommandID { lookup.id(of: name) }

  /// The id of a command given as UTF-8, or ``CommandID/unknown``; allocates nothing.
  public func id(of name: RawSpan) -> CommandID { lookup.id(of: name) }

  /// The name of a command, or nil if the table has no such row.
  public func name(of command: CommandID) -> String? {
    let row = Int(command.rawValue) - 1
    return names.indices.contains(row) ? names[row] : nil
  }
}
