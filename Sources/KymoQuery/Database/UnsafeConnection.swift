import CSQLite

/// A database of SQLite in memory that holds nothing and changes nothing: all its tables are read from a recording.
///
/// SAFETY: the handle is made in `init` and closed once, in `deinit`, when no statement is open: a statement lives
/// within ``run(_:shouldStop:columns:row:)``. The boxes of the tables live as long as the connection. The client data of
/// authorizer and progress handler are this object and a closure that outlives the statement.
@safe final class UnsafeConnection {
  private let handle: OpaquePointer
  private let boxes: [TableBox]
  /// What a statement wanted that it must not.
  private var refusal: String?
  private var shouldStop: () -> Bool = { false }

  /// How many bytes a text, a blob or a row may have.
  static let valueBytes: Int32 = 16 << 20
  /// How many bytes a statement may have.
  static let statementBytes: Int32 = 1 << 20
  /// How many bytes SQLite allocates in this process; more is written to a temporary file, or refused.
  static let heapBytes: Int64 = 32 << 20
  /// After how many operations it is asked whether to stop.
  private static let operations: Int32 = 4096

  init(_ boxes: [TableBox]) throws(QueryError) {
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(":memory:", &opened, flags, nil)
    guard let opened = unsafe opened, code == SQLITE_OK else {
      unsafe sqlite3_close(opened)
      throw .tooLarge("SQLite cannot be started: not enough memory")
    }
    unsafe handle = unsafe opened
    self.boxes = boxes
    _ = sqlite3_hard_heap_limit64(Self.heapBytes)
    _ = unsafe kymo_sqlite_refuse_extensions(handle)
    _ = unsafe kymo_sqlite_defend(handle)
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, Self.valueBytes), (SQLITE_LIMIT_SQL_LENGTH, Self.statementBytes),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
      unsafe sqlite3_limit(handle, limit, value)
    }
    for box in boxes {
      try unsafe UnsafeTableModule.register(box, as: box.table.name, in: handle)
    }
    let own = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_set_authorizer(
      handle,
      { client, action, first, second, _, _ in
        guard let client = unsafe client else { return SQLITE_DENY }
        let connection = unsafe Unmanaged<UnsafeConnection>.fromOpaque(client).takeUnretainedValue()
        let name = unsafe second.map { unsafe String(cString: $0) }
        return connection.isAllowed(action, name) ? SQLITE_OK : SQLITE_DENY
      },
      own
    )
    unsafe sqlite3_progress_handler(
      handle,
      Self.operations,
      { client in
        guard let client = unsafe client else { return 1 }
        let connection = unsafe Unmanaged<UnsafeConnection>.fromOpaque(client).takeUnretainedValue()
        return connection.shouldStop() ? 1 : 0
      },
      own
    )
  }

  deinit { unsafe sqlite3_close(handle) }

  /// Whether a statement may do something; if not, what it wanted is noted.
  private func isAllowed(_ action: Int32, _ name: String?) -> Bool {
    // SQLite takes the declaration of a table for a change of its own list.
    if boxes.contains(where: \.isConnecting) { return true }
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return true
    case SQLITE_FUNCTION:
      if !["load_extension", "fts3_tokenizer"].contains(name?.lowercased()) { return true }
      refusal = "the function \(name ?? "") is not offered"
    case SQLITE_ATTACH, SQLITE_DETACH: refusal = "a query reads one recording, and attaches nothing"
    case SQLITE_PRAGMA: refusal = "a query has no PRAGMA"
    default: refusal = refusal ?? Self.onlyReads
    }
    return false
  }

  private static let onlyReads = "a query only reads, and this statement is not a SELECT"

  // MARK: Statements

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - sql: one SELECT.
  ///   - shouldStop: asked now and then; true ends it.
  ///   - columns: gets the names of the columns, before the first row.
  ///   - row: gets each row.
  /// - Throws: what `columns` and `row` throw.
  /// - Returns: why the rows are not all there are; nil if they are.
  func run<Failure: Error>(
    _ sql: String,
    shouldStop: @escaping () -> Bool,
    columns: ([String]) throws(Failure) -> Void,
    row: ([QueryValue]) throws(Failure) -> Void
  ) throws(Failure) -> QueryError? {
    self.shouldStop = shouldStop
    refusal = nil
    for box in boxes { box.failure = nil }
    defer { self.shouldStop = { false } }
    var prepared: OpaquePointer?
    if let problem = unsafe prepare(sql, &prepared) { return problem }
    guard let statement = unsafe prepared else { return .statement("it is empty", offset: nil) }
    defer { unsafe sqlite3_finalize(statement) }
    let count = Int(unsafe sqlite3_column_count(statement))
    guard count > 0, unsafe sqlite3_stmt_readonly(statement) != 0 else {
      return .refused(Self.onlyReads)
    }
    guard unsafe sqlite3_bind_parameter_count(statement) == 0 else {
      return .statement("it has a parameter, and nothing to put there", offset: nil)
    }
    try columns(
      (0..<count).map { place in
        unsafe sqlite3_column_name(statement, Int32(place)).map { unsafe String(cString: $0) } ?? ""
      }
    )
    var values: [QueryValue] = []
    while true {
      let code = unsafe sqlite3_step(statement)
      guard code == SQLITE_ROW else { return code == SQLITE_DONE ? nil : problem(code) }
      values.removeAll(keepingCapacity: true)
      for place in 0..<count { values.append(unsafe value(statement, Int32(place))) }
      try row(values)
    }
  }

  private func prepare(_ sql: String, _ statement: inout OpaquePointer?) -> QueryError? {
    if let place = sql.utf8.firstIndex(of: 0) {
      let offset = sql.utf8.distance(from: sql.startIndex, to: place)
      return .statement("it has a zero byte", offset: offset)
    }
    var sql = sql
    return sql.withUTF8 { bytes -> QueryError? in
      guard bytes.count < Int(Self.statementBytes) else {
        return .tooLarge("it has more than \(Self.statementBytes) bytes")
      }
      guard let base = bytes.baseAddress, bytes.count > 0 else { return nil }
      return unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { text in
        var tail: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v2(handle, text, Int32(bytes.count), &statement, &tail)
        guard code == SQLITE_OK else { return problem(code) }
        // What follows may be a comment, but no statement.
        guard let rest = unsafe tail else { return nil }
        let offset = unsafe rest - text
        var other: OpaquePointer?
        let left = Int32(bytes.count - offset)
        let second = unsafe sqlite3_prepare_v2(handle, rest, left, &other, nil)
        let hasMore = unsafe other != nil || second != SQLITE_OK
        unsafe sqlite3_finalize(other)
        guard hasMore else { return nil }
        unsafe sqlite3_finalize(statement)
        unsafe statement = nil
        return .statement("a second statement begins there; a query is one", offset: offset)
      }
    }
  }

  private func problem(_ code: Int32) -> QueryError {
    if let failure = boxes.lazy.compactMap(\.failure).first { return failure }
    if let refusal { return .refused(refusal) }
    let offset = Int(unsafe sqlite3_error_offset(handle))
    let text = unsafe String(cString: sqlite3_errmsg(handle))
    switch code & 0xFF {
    case SQLITE_INTERRUPT: return .interrupted
    case SQLITE_NOMEM:
      return .tooLarge("it needs more than the \(Self.heapBytes >> 20) MiB that a query may use")
    case SQLITE_TOOBIG: return .tooLarge("a value has more than \(Self.valueBytes >> 20) MiB")
    case SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN:
      return .tooLarge("its temporary file cannot be written: \(text)")
    case SQLITE_AUTH: return .refused(Self.onlyReads)
    // Some changes SQLite finds impossible before it asks whether they are allowed.
    case _
    where ["may not be modified", "may not be altered", "triggers on virtual tables"]
      .contains(where: text.hasSuffix):
      return .refused(Self.onlyReads)
    default: return .statement(text, offset: offset < 0 ? nil : offset)
    }
  }

  private func value(_ statement: OpaquePointer, _ place: Int32) -> QueryValue {
    switch unsafe sqlite3_column_type(statement, place) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, place))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(statement, place))
    case SQLITE_TEXT:
      let bytes = unsafe sqlite3_column_text(statement, place)
      let count = Int(unsafe sqlite3_column_bytes(statement, place))
      let text = unsafe UnsafeBufferPointer(start: bytes, count: unsafe bytes == nil ? 0 : count)
      return .text(unsafe String(decoding: text, as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = unsafe sqlite3_column_blob(statement, place)
      let count = Int(unsafe sqlite3_column_bytes(statement, place))
      let blob = unsafe UnsafeRawBufferPointer(start: bytes, count: unsafe bytes == nil ? 0 : count)
      return .blob(unsafe Array(blob))
    default: return .null
    }
  }
}
