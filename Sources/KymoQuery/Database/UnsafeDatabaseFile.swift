import CSQLite

/// A database file of SQLite, into which tables of a recording are copied.
///
/// SAFETY: the handle is made in `init` and closed once, in `deinit`, when no statement is open: each is run to its end
/// within a call. The boxes of the tables, which are the client data of their modules, live as long as this object; that
/// of the progress handler is this object itself. Texts live for the call that reads them.
@safe final class UnsafeDatabaseFile {
  private let handle: OpaquePointer
  private let boxes: [TableBox]
  private let shouldStop: () -> Bool

  /// After how many operations it is asked whether to stop.
  private static let operations: Int32 = 4096

  /// Opens an empty file, for tables that keep their names in it.
  init(
    _ path: String,
    _ boxes: [TableBox],
    shouldStop: @escaping () -> Bool
  ) throws(QueryError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened = unsafe opened, code == SQLITE_OK else {
      unsafe sqlite3_close(opened)
      throw .tooLarge("the database cannot be made in the folder for temporary files")
    }
    unsafe handle = unsafe opened
    self.boxes = boxes
    self.shouldStop = shouldStop
    for box in boxes {
      try unsafe UnsafeTableModule.register(box, as: Self.source(box.table.name), in: handle)
    }
    let own = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_progress_handler(
      handle,
      Self.operations,
      { client in
        guard let client = unsafe client else { return 1 }
        let file = unsafe Unmanaged<UnsafeDatabaseFile>.fromOpaque(client).takeUnretainedValue()
        return file.shouldStop() ? 1 : 0
      },
      own
    )
  }

  deinit { unsafe sqlite3_close(handle) }

  /// The name under which a table of the recording is read, while one of its own name is written.
  static func source(_ name: String) -> String { "recording_" + name }

  /// Runs statements that give no rows.
  ///
  /// - Throws: ``QueryError``.
  func run(_ sql: String) throws(QueryError) {
    for box in boxes { box.failure = nil }
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code != SQLITE_OK else { return }
    if let failure = boxes.lazy.compactMap(\.failure).first { throw failure }
    if code & 0xFF == SQLITE_INTERRUPT { throw .interrupted }
    throw .tooLarge("the database: \(unsafe String(cString: sqlite3_errmsg(handle)))")
  }

  /// How many rows all statements so far have changed.
  var changedRows: Int64 { unsafe sqlite3_total_changes64(handle) }
}
