import Glibc
import KymoRecording

/// An open file, pipe or device that is imported: the only place here that calls the operating system.
///
/// A file is read at any place, by any number of readers. A pipe is read once: what is needed of it goes
/// to a file without a name in the folder for temporary files, and is gone with the process.
///
/// SAFETY: every pointer handed to the C library comes with its length from one buffer, and lives for that
/// call only. The descriptor belongs to this object, which closes it once, when nobody can use it any more.
/// All that is stored is immutable, and `pread` may be called by several threads at once.
@safe final class UnsafeInputFile: ImportContent, Sendable {
  /// The name for messages.
  let name: String
  /// Whether it can be read at any place.
  let isRegular: Bool
  private let watch: ImportWatch
  private let descriptor: Int32

  /// How long a silent pipe is waited for at a time, in ms.
  private static let patienceMilliseconds: Int32 = 50

  /// Opens a file, or standard input if the path is `-`.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  convenience init(path: String, _ watch: ImportWatch) throws(ImportError) {
    // Without waiting: a pipe has no writer yet, and the user may want to stop.
    let result =
      path == "-"
      ? fcntl(0, F_DUPFD_CLOEXEC, 3)
      : unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard result >= 0 else { throw Self.failure(path, errno) }
    self.init(taking: result, name: path, watch)
  }

  private init(taking descriptor: Int32, name: String, _ watch: ImportWatch) {
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    self.descriptor = descriptor
    self.name = name
    self.watch = watch
    isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
  }

  deinit { _ = Glibc.close(descriptor) }

  /// Whether the user wants the import to end.
  func shouldStop() -> Bool { watch.shouldStop() }

  /// Tells whoever watches that bytes were read, also those that are unpacked.
  func didRead(_ count: Int) { watch.didRead(count) }

  /// Another descriptor of the same file, which stands at its beginning and is the caller's to close.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  func reopened() throws(ImportError) -> Int32 {
    let result = unsafe Glibc.open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    guard result >= 0 else {
      guard errno == ENOENT else { throw Self.failure(name, errno) }
      let reason = "archives are read through /proc/self/fd, and /proc is not mounted"
      throw .unreadable(path: name, reason: reason)
    }
    return result
  }

  /// Another descriptor of the same file, which stands at its beginning and is the caller's to close.
  ///
  /// It shares its place with this one, which reads at places of its own.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  func duplicated() throws(ImportError) -> Int32 {
    let result = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard result >= 0, lseek(result, 0, SEEK_SET) == 0 else {
      let problem = errno
      if result >= 0 { Self.close(result) }
      throw Self.failure(name, problem)
    }
    return result
  }

  /// Whether there is something else than a file at `path`, or a link to nothing.
  ///
  /// Of what cannot be told, opening it says why.
  static func isNoFile(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return errno == ENOENT || errno == ELOOP }
    return status.st_mode & S_IFMT != S_IFREG
  }

  /// Closes what ``reopened()`` gave.
  static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  /// The bytes of a file that can be read at any place.
  var size: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  func open() -> any ImportByteReader { Reader(file: self) }

  /// Appends bytes from a place in the file, or of a pipe those that come next.
  ///
  /// None are appended at the end.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` or ``ImportError/interrupted``.
  func read(at offset: Int, _ count: Int, into bytes: inout [UInt8]) throws(ImportError) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: min(count, 1 << 18)))
    var length = -1
    repeat {
      if shouldStop() {
        bytes.removeSubrange(start...)
        throw .interrupted
      }
      if !isRegular, !isReady { continue }
      length = unsafe bytes.withUnsafeMutableBytes { target in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...])
        return isRegular
          ? unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset))
          : unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
      }
    } while length < 0 && (errno == EINTR || errno == EAGAIN)
    let problem = errno
    bytes.removeSubrange((start + max(0, length))...)
    guard length >= 0 else { throw Self.failure(name, problem) }
    watch.didRead(length)
  }

  /// Waits for a moment; whether the pipe has bytes, or has ended.
  private var isReady: Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let isReady = unsafe poll(&wanted, 1, Self.patienceMilliseconds) > 0
    if !isReady { errno = EAGAIN }
    return isReady
  }

  /// All of a pipe of which `head` has been read already, in a file without a name.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``, also when there is no room for it.
  func spooled(_ head: [UInt8]) throws(ImportError) -> UnsafeInputFile {
    let target = try Self.unnamed(name, "a pipe is", watch)
    var block = head
    while !block.isEmpty {
      try target.append(block)
      block.removeAll(keepingCapacity: true)
      try read(at: 0, 1 << 18, into: &block)
    }
    return target
  }

  /// A file that is imported as one of the disk: itself, or a copy in a file without a name.
  ///
  /// - Throws: ``ImportError``, also when there is no room for it.
  static func onDisk(_ file: ImportFile) throws(ImportError) -> UnsafeInputFile {
    if let input = file.content as? UnsafeInputFile, input.isRegular { return input }
    let target = try unnamed(file.name, "a copy of it is")
    guard let reader = try file.content?.open() else {
      try target.append(file.bytes)
      return target
    }
    var block: [UInt8] = []
    repeat {
      block.removeAll(keepingCapacity: true)
      try reader.read(1 << 18, into: &block)
      try target.append(block)
    } while !block.isEmpty
    return target
  }

  /// The path by which another program of the same user opens the file, as long as this object lives.
  var pathForOthers: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// A file without a name in the folder for temporary files, where `what` of the file `name` is kept.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` when there is no room for it.
  static func unnamed(
    _ name: String,
    _ what: String,
    _ watch: ImportWatch = ImportWatch()
  ) throws(ImportError) -> UnsafeInputFile {
    let folder = temporaryFolder
    let result = unsafe Glibc.open(folder, O_RDWR | O_CLOEXEC | withoutName, 0o600)
    guard result >= 0 else { throw noRoom(name, folder, what, errno) }
    return UnsafeInputFile(taking: result, name: name, watch)
  }

  /// Appends bytes to a file without a name.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` when there is no room for them.
  func append(_ block: [UInt8]) throws(ImportError) {
    var written = 0
    while written < block.count {
      let length = unsafe block.withUnsafeBytes { source in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: source[written...])
        return unsafe write(descriptor, rest.baseAddress, rest.count)
      }
      guard length >= 0 || errno == EINTR else {
        throw Self.noRoom(name, Self.temporaryFolder, "it is", errno)
      }
      written += max(0, length)
    }
  }

  private static var temporaryFolder: String {
    unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
  }

  /// `O_TMPFILE`, whose macro does not arrive in Swift.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Reads from the beginning to the end.
  private final class Reader: ImportByteReader {
    private let file: UnsafeInputFile
    private var offset = 0

    init(file: UnsafeInputFile) { self.file = file }

    func read(_ count: Int, into bytes: inout [UInt8]) throws(ImportError) {
      let before = bytes.count
      try file.read(at: offset, count, into: &bytes)
      offset += bytes.count - before
    }
  }

  /// The error of a path for an `errno`.
  static func failure(_ path: String, _ problem: Int32) -> ImportError {
    let reason =
      switch problem {
      case ENOENT: "no such file or folder"
      case EACCES, EPERM: "no permission"
      default: unsafe String(cString: strerror(problem))
      }
    return .unreadable(path: path, reason: reason)
  }

  private static func noRoom(
    _ path: String,
    _ folder: String,
    _ what: String,
    _ problem: Int32
  ) -> ImportError {
    let reason = unsafe String(cString: strerror(problem))
    return .unreadable(
      path: path,
      reason: "\(what) kept in \(folder) while it is imported: \(reason); "
        + "set TMPDIR to a folder with room"
    )
  }
}
