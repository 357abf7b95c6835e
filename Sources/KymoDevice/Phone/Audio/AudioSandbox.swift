/// The audio files of the phone, by name.
///
/// The content depends only on what was stored in it: a directory may have other files, and none of
/// them is ever seen. One of a name that is stored is replaced, without being looked at; a symbolic
/// link, a folder or anything else that is no regular file is refused as ``PhoneError/storage``.
/// Names are 1...255 bytes of UTF-8 without `/` and control characters, do not begin with `.`, and
/// end with `.caf` in whatever case.
public final class AudioSandbox {
  /// How many files it holds.
  public static var maximumFiles: Int { 256 }
  /// How many bytes all files have together: 64 MiB, about twelve recordings of a minute.
  public static var maximumBytes: Int { 64 << 20 }

  private struct Entry {
    var byteCount: Int
    var frames: Int?  // Nil if it is not audio.
    var bytes: [UInt8]?  // Nil if they are in the directory.
  }

  /// The bytes of all files together.
  public private(set) var byteCount = 0
  private var entries: [AudioName: Entry] = [:]
  private let directory: UnsafeSandboxDirectory?

  /// Makes an empty sandbox in memory.
  public init() { directory = nil }

  /// Makes an empty sandbox.
  ///
  /// - Throws: ``PhoneError/storage`` if the directory cannot be opened.
  public init(_ storage: SandboxStorage) throws(PhoneError) {
    switch storage {
    case .memory: directory = nil
    case .directory(let path): directory = try UnsafeSandboxDirectory(path: path)
    }
  }

  /// The names of the files, in the order of their bytes.
  ///
  /// - Complexity: O(n log n) for n files.
  public var names: [String] {
    entries.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.text)
  }

  /// Whether a file of that name may be stored.
  ///
  /// - Throws: ``PhoneError/invalidName``, or ``PhoneError/tooManyFiles`` if it would be one too many.
  /// - Complexity: O(1).
  public func check(_ name: String) throws(PhoneError) { try check(AudioName(name)) }

  /// Stores a file, which takes the place of one of the same name.
  ///
  /// In a directory it appears as a whole or not at all; nobody waits for the disk.
  ///
  /// - Parameters:
  ///   - bytes: Anything; what is not audio cannot be played.
  ///   - name: As above.
  /// - Throws: what ``check(_:)`` throws; ``PhoneError/recordingTooLong`` if all files together would be
  ///   larger than ``maximumBytes``; ``PhoneError/storage`` if the directory or its disk refuse.
  /// - Complexity: O(n) for n bytes.
  public func store(_ bytes: [UInt8], as name: String) throws(PhoneError) {
    let key = try AudioName(name)
    try check(key)
    let others = byteCount - (entries[key]?.byteCount ?? 0)
    guard bytes.count <= Self.maximumBytes - others else { throw .recordingTooLong }
    if directory != nil { try directory?.write(bytes, as: key) }
    entries[key] = Entry(
      byteCount: bytes.count,
      frames: UnsafeSoundFile.frames(in: bytes),
      bytes: directory == nil ? bytes : nil
    )
    byteCount = others + bytes.count
  }

  /// The bytes of a file.
  ///
  /// - Throws: ``PhoneError/invalidName``, ``PhoneError/noSuchFile``; ``PhoneError/storage`` if the
  ///   directory no longer has a file of this name and size.
  /// - Complexity: O(n) for n bytes.
  public func contents(of name: String) throws(PhoneError) -> [UInt8] {
    let key = try AudioName(name)
    guard let entry = entries[key] else { throw .noSuchFile }
    if let bytes = entry.bytes { return bytes }
    guard let bytes = try directory?.read(key, byteCount: entry.byteCount) else { throw .storage }
    return bytes
  }

  /// The samples of a file, which are 44,100 per second.
  ///
  /// - Throws: what ``contents(of:)`` throws; ``PhoneError/notAudio``.
  /// - Complexity: O(n) for n bytes.
  public func samples(of name: String) throws(PhoneError) -> [Int16] {
    guard let samples = UnsafeSoundFile.decode(try contents(of: name)) else { throw .notAudio }
    return samples
  }

  /// How long a file plays, in ns; that was found out when it was stored.
  ///
  /// - Throws: ``PhoneError/invalidName``, ``PhoneError/noSuchFile``, ``PhoneError/notAudio``.
  /// - Complexity: O(1).
  public func durationNanoseconds(of name: String) throws(PhoneError) -> Int64 {
    guard let entry = entries[try AudioName(name)] else { throw .noSuchFile }
    guard let frames = entry.frames else { throw .notAudio }
    return AudioFormat.nanoseconds(ofFrames: frames)
  }

  private func check(_ name: AudioName) throws(PhoneError) {
    guard entries.count < Self.maximumFiles || entries[name] != nil else { throw .tooManyFiles }
  }
}
