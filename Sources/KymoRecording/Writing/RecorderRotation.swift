public import KymoMCAP

/// When a recorder begins a new file, and where.
///
/// The app goes on; each file is whole, and says at which step of the session it begins: see ``SessionPart``. A file ends
/// before the first event that comes when it is full, by the time of that event. Meanwhile the dispatcher waits until
/// the former file is on the disk.
public struct RecorderRotation {
  /// After how many bytes a file is full; chunks that are on their way are not counted.
  public var bytes: UInt64
  /// After how much recorded time a file is full, in ns.
  public var nanoseconds: Int64
  let next: (SessionPart) throws(MCAPError) -> SessionWriter
  let completed: () throws(MCAPError) -> Void
  let failed: (MCAPError) -> Void

  /// How much recorded time passes between two looks at the size of a file, in ns.
  static var lookNanoseconds: Int64 { 10_000_000 }

  /// Takes the limits of a file, and what opens and completes one.
  ///
  /// - Parameters:
  ///   - bytes: after how many bytes a file is full.
  ///   - nanoseconds: after how much recorded time, in ns; above 0.
  ///   - next: begins the recording that is to go on as a part, with that part in its description. If it fails, the
  ///     former file goes on, to the end.
  ///   - completed: called once the former file is whole.
  ///   - failed: told why no new file can be begun.
  public init(
    bytes: UInt64 = .max,
    nanoseconds: Int64 = .max,
    next: @escaping (SessionPart) throws(MCAPError) -> SessionWriter,
    completed: @escaping () throws(MCAPError) -> Void,
    failed: @escaping (MCAPError) -> Void
  ) {
    self.bytes = bytes
    self.nanoseconds = nanoseconds
    self.next = next
    self.completed = completed
    self.failed = failed
  }
}
