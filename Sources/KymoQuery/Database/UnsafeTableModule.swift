import CSQLite

/// What SQLite calls to read a table of a recording.
///
/// SAFETY: SQLite calls these with what it was given. The client data of a module is a ``TableBox`` that its database
/// keeps for as long as the connection is open. A table and a cursor are allocated here, as what SQLite takes them for
/// with a reference behind it, and freed where SQLite says that it is done with them. The reference of a cursor is
/// retained in `open` and released in `close`; it is used on the one thread that runs the statement. Arrays of a plan are
/// read within the counts that stand beside them.
enum UnsafeTableModule {
  /// Lets statements read a table by a name.
  ///
  /// - Parameters:
  ///   - box: the table, which whoever calls keeps for as long as the connection is open.
  ///   - name: its name in statements.
  ///   - database: the connection.
  /// - Throws: ``QueryError/tooLarge(_:)`` if SQLite takes no more.
  static func register(
    _ box: TableBox,
    as name: String,
    in database: OpaquePointer
  ) throws(QueryError) {
    let client = unsafe Unmanaged.passUnretained(box).toOpaque()
    let code = unsafe sqlite3_create_module_v2(database, name, callbacks, client, nil)
    guard code == SQLITE_OK else { throw .tooLarge("SQLite takes no more tables") }
  }

  /// The callbacks; SQLite keeps the address.
  nonisolated(unsafe) private static let callbacks = unsafe makeCallbacks()

  private static func makeCallbacks() -> UnsafeMutablePointer<sqlite3_module> {
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    var content = sqlite3_module()
    content.iVersion = 1
    unsafe content.xConnect = { database, client, _, _, result, _ in
      unsafe UnsafeTableModule.connect(database, client, result)
    }
    unsafe content.xBestIndex = { table, info in unsafe UnsafeTableModule.plan(table, info) }
    unsafe content.xDisconnect = { table in
      unsafe sqlite3_free(table)
      return SQLITE_OK
    }
    unsafe content.xOpen = { table, result in unsafe UnsafeTableModule.open(table, result) }
    unsafe content.xClose = { cursor in unsafe UnsafeTableModule.close(cursor) }
    unsafe content.xFilter = { cursor, number, _, count, values in
      unsafe UnsafeTableModule.filter(cursor, number, count, values)
    }
    unsafe content.xNext = { cursor in unsafe UnsafeTableModule.next(cursor) }
    unsafe content.xEof = { cursor in
      unsafe UnsafeTableModule.object(cursor)._withUnsafeGuaranteedRef {
        $0.cursor.isAtEnd ? 1 : 0
      }
    }
    unsafe content.xColumn = { cursor, context, number in
      unsafe UnsafeTableModule.column(cursor, context, number)
    }
    unsafe content.xRowid = { cursor, row in
      let own = unsafe UnsafeTableModule.box(of: cursor)
      unsafe row?.pointee = own.row
      return SQLITE_OK
    }
    unsafe module.initialize(to: content)
    return unsafe module
  }

  // MARK: Tables

  private static func connect(
    _ database: OpaquePointer?,
    _ client: UnsafeMutableRawPointer?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
  ) -> Int32 {
    guard let client = unsafe client, let result = unsafe result else { return SQLITE_ERROR }
    let box = unsafe Unmanaged<TableBox>.fromOpaque(client).takeUnretainedValue()
    box.isConnecting = true
    let code = unsafe sqlite3_declare_vtab(database, box.declaration)
    box.isConnecting = false
    guard code == SQLITE_OK else { return code }
    let size = unsafe MemoryLayout<kymo_sqlite_table>.size
    guard let memory = unsafe sqlite3_malloc(Int32(size)) else { return SQLITE_NOMEM }
    let table = unsafe memory.bindMemory(to: kymo_sqlite_table.self, capacity: 1)
    unsafe table.initialize(to: kymo_sqlite_table())
    unsafe table.pointee.object = unsafe client
    unsafe result.pointee = unsafe UnsafeMutableRawPointer(table).assumingMemoryBound(
      to: sqlite3_vtab.self
    )
    return SQLITE_OK
  }

  private static func box(_ table: UnsafeMutablePointer<sqlite3_vtab>?) -> TableBox {
    guard let table = unsafe table else { preconditionFailure("SQLite names a table") }
    let own = unsafe UnsafeMutableRawPointer(table).assumingMemoryBound(to: kymo_sqlite_table.self)
    guard let object = unsafe own.pointee.object else { preconditionFailure("a table has its box") }
    return unsafe Unmanaged<TableBox>.fromOpaque(object).takeUnretainedValue()
  }

  private static func plan(
    _ table: UnsafeMutablePointer<sqlite3_vtab>?,
    _ info: UnsafeMutablePointer<sqlite3_index_info>?
  ) -> Int32 {
    guard let info = unsafe info else { return SQLITE_ERROR }
    let box = unsafe box(table)
    var plan = QueryPlan()
    plan.columns = unsafe info.pointee.colUsed
    for place in 0..<Int(unsafe info.pointee.nConstraint) {
      let constraint = unsafe info.pointee.aConstraint[place]
      guard constraint.usable != 0, box.columns.indices.contains(Int(constraint.iColumn)) else {
        continue
      }
      let order = box.columns[Int(constraint.iColumn)].order
      guard order != .none, let sign = sign(Int32(constraint.op)) else { continue }
      plan.comparisons.append(QueryPlan.Comparison(order: order, sign: sign))
      unsafe info.pointee.aConstraintUsage[place].argvIndex = Int32(plan.comparisons.count)
    }
    let sorted = (0..<Int(unsafe info.pointee.nOrderBy)).map { unsafe info.pointee.aOrderBy[$0] }
    if !sorted.isEmpty,
      sorted.allSatisfy({
        $0.desc == 0 && box.columns.indices.contains(Int($0.iColumn))
          && box.columns[Int($0.iColumn)].order != .none
      })
    {
      unsafe info.pointee.orderByConsumed = 1
    } else if sorted.count == 1, let column = sorted.first.map({ Int($0.iColumn) }),
      box.columns.indices.contains(column), box.columns[column].isKey,
      box.table.canGroup(by: column),
      [1, 2].contains(unsafe sqlite3_vtab_distinct(info))
    {
      plan.group = column
      unsafe info.pointee.orderByConsumed = 1
    }
    let (cost, rows) = plan.estimate(of: box.table.estimatedRows)
    unsafe info.pointee.estimatedCost = cost
    unsafe info.pointee.estimatedRows = Int64(rows)
    unsafe info.pointee.idxNum = Int32(truncatingIfNeeded: box.keep(plan))
    return SQLITE_OK
  }

  private static func sign(_ operation: Int32) -> Character? {
    switch operation {
    case SQLITE_INDEX_CONSTRAINT_EQ: "="
    case SQLITE_INDEX_CONSTRAINT_LT, SQLITE_INDEX_CONSTRAINT_LE: "<"
    case SQLITE_INDEX_CONSTRAINT_GT, SQLITE_INDEX_CONSTRAINT_GE: ">"
    default: nil
    }
  }

  // MARK: Cursors

  private static func open(
    _ table: UnsafeMutablePointer<sqlite3_vtab>?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
  ) -> Int32 {
    let size = unsafe MemoryLayout<kymo_sqlite_cursor>.size
    guard let result = unsafe result, let memory = unsafe sqlite3_malloc(Int32(size)) else {
      return SQLITE_NOMEM
    }
    let cursor = unsafe memory.bindMemory(to: kymo_sqlite_cursor.self, capacity: 1)
    unsafe cursor.initialize(to: kymo_sqlite_cursor())
    let box = unsafe CursorBox(box(table))
    unsafe cursor.pointee.object = unsafe Unmanaged.passRetained(box).toOpaque()
    unsafe result.pointee = unsafe UnsafeMutableRawPointer(cursor).assumingMemoryBound(
      to: sqlite3_vtab_cursor.self
    )
    return SQLITE_OK
  }

  private static func object(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
  ) -> Unmanaged<CursorBox> {
    guard let cursor = unsafe cursor else { preconditionFailure("SQLite names a cursor") }
    let own = unsafe UnsafeMutableRawPointer(cursor)
      .assumingMemoryBound(to: kymo_sqlite_cursor.self)
    guard let object = unsafe own.pointee.object else { preconditionFailure("a cursor has a box") }
    return unsafe Unmanaged<CursorBox>.fromOpaque(object)
  }

  private static func box(of cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> CursorBox {
    unsafe object(cursor).takeUnretainedValue()
  }

  private static func close(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
    unsafe object(cursor).release()
    unsafe sqlite3_free(cursor)
    return SQLITE_OK
  }

  private static func filter(
    _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?,
    _ number: Int32,
    _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    let own = unsafe box(of: pointer)
    let plan = own.box.plans[Int(number)]
    var filter = QueryFilter()
    filter.columns = plan.columns
    filter.group = plan.group
    for (place, comparison) in plan.comparisons.prefix(Int(count)).enumerated() {
      guard let value = unsafe values?[place] else { continue }
      let kind = unsafe sqlite3_value_numeric_type(value)
      if kind == SQLITE_NULL { filter.isEmpty = true }
      guard kind == SQLITE_INTEGER || kind == SQLITE_FLOAT else { continue }
      filter.restrict(
        comparison.order,
        comparison.sign,
        unsafe sqlite3_value_double(value),
        exactly: kind == SQLITE_INTEGER ? unsafe sqlite3_value_int64(value) : nil,
        start: own.box.start
      )
    }
    own.row = 0
    return unsafe reading(pointer, own) { () throws(QueryError) in try own.cursor.start(filter) }
  }

  private static func next(_ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
    unsafe object(pointer)._withUnsafeGuaranteedRef { own in
      own.row &+= 1
      return unsafe reading(pointer, own) { () throws(QueryError) in try own.cursor.next() }
    }
  }

  private static func reading(
    _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?,
    _ own: CursorBox,
    _ body: () throws(QueryError) -> Void
  ) -> Int32 {
    do throws(QueryError) {
      try body()
      return SQLITE_OK
    } catch {
      own.box.failure = error
      if let table = unsafe pointer?.pointee.pVtab {
        unsafe sqlite3_free(table.pointee.zErrMsg)
        unsafe table.pointee.zErrMsg = unsafe kymo_sqlite_copy(error.description)
      }
      return SQLITE_ERROR
    }
  }

  private static func column(
    _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?,
    _ context: OpaquePointer?,
    _ number: Int32
  ) -> Int32 {
    guard let context = unsafe context else { return SQLITE_ERROR }
    unsafe object(pointer)._withUnsafeGuaranteedRef {
      unsafe $0.cursor.put(Int(number), into: UnsafeCell(context))
    }
    return SQLITE_OK
  }
}
