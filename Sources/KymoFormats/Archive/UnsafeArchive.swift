import CArchive

/// Reads a zip or tar archive with libarchive, one entry after the other.
///
/// SAFETY: the handle is created in `init` and freed once, in `deinit` or when `init` fails; the type
/// cannot be copied. An entry and the texts that it points to belong to libarchive and are valid until
/// the next header is asked for: both are read, and the texts copied, before `next` returns. Bytes go
/// into memory that is lent for the call, with its length. The locale is made and freed with the handle,
/// and is the thread's only within `next`.
@safe struct UnsafeArchive: ~Copyable {
  private let handle: OpaquePointer
  private let locale: locale_t?
  private var buffer = [UInt8](repeating: 0, count: Self.blockBytes)

  /// How much is read from the disk at a time, in bytes.
  private static let blockBytes = 1 << 16

  /// Opens the archive at the place where `descriptor` stands; it has to stay open.
  ///
  /// A zip is read by the directory at its end, so that a file that was cut off is not taken for a
  /// shorter one.
  ///
  /// - Throws: ``ArchiveError`` when it is no such archive.
  init(descriptor: Int32, isZip: Bool) throws(ArchiveError) {
    try unsafe self.init(descriptor) { handle in
      if isZip {
        unsafe archive_read_support_format_zip_seekable(handle)
      } else {
        unsafe archive_read_support_format_tar(handle)
        unsafe archive_read_support_filter_gzip(handle)
      }
    }
  }

  /// Opens a file of gzip members at the place where `descriptor` stands; it has to stay open.
  ///
  /// There is one entry, which is all that they unpack to.
  ///
  /// - Throws: ``ArchiveError`` when it cannot be read.
  init(stream descriptor: Int32) throws(ArchiveError) {
    try unsafe self.init(descriptor) { handle in
      unsafe archive_read_support_format_raw(handle)
      unsafe archive_read_support_filter_gzip(handle)
    }
  }

  /// Opens what `support` says of a new handle that it may be.
  private init(
    _ descriptor: Int32,
    supporting support: (OpaquePointer) -> Void
  ) throws(ArchiveError) {
    guard let handle = unsafe archive_read_new() else {
      throw ArchiveError(reason: "not enough memory")
    }
    unsafe support(handle)
    guard unsafe archive_read_open_fd(handle, descriptor, Self.blockBytes) == ARCHIVE_OK else {
      let error = unsafe Self.error(of: handle)
      unsafe archive_read_free(handle)
      throw error
    }
    unsafe self.handle = handle
    unsafe locale = unsafe kymo_archive_new_locale()
  }

  deinit {
    unsafe archive_read_free(handle)
    unsafe kymo_archive_free_locale(locale)
  }

  /// How many bytes of the file are used up, and behind the last entry where the last member ends.
  var packedBytes: Int { Int(unsafe archive_filter_bytes(handle, -1)) }

  /// How many layers the file has: one, and one for each time that it is compressed.
  var filterCount: Int { Int(unsafe archive_filter_count(handle)) }

  /// Goes to the next entry; nil at the end.
  ///
  /// - Throws: ``ArchiveError`` when the archive is damaged.
  mutating func next() throws(ArchiveError) -> ArchiveMember? {
    let before = unsafe kymo_archive_use_locale(locale)
    defer { _ = unsafe kymo_archive_use_locale(before) }
    var entry: OpaquePointer?
    let status = unsafe archive_read_next_header(handle, &entry)
    if status == ARCHIVE_EOF { return nil }
    // A warning is about what is not needed here, such as an owner's name in an unknown encoding.
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry = unsafe entry else {
      throw unsafe Self.error(of: handle)
    }
    return unsafe ArchiveMember(
      name: Self.name(of: entry),
      kind: Self.kind(of: entry),
      isEncrypted: archive_entry_is_encrypted(entry) != 0
    )
  }

  /// Appends up to `count` bytes of the current entry to `bytes`; false if it has ended.
  ///
  /// - Throws: ``ArchiveError`` when the entry is damaged or packed in a way that is not known.
  mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ArchiveError) -> Bool {
    let length = try fill(count)
    bytes += buffer[..<length]
    return length > 0
  }

  /// Unpacks up to `count` bytes of the current entry for nothing, and returns how many; 0 at its end.
  ///
  /// - Throws: ``ArchiveError``; see ``read(_:into:)``.
  mutating func pass(_ count: Int) throws(ArchiveError) -> Int { try fill(count) }

  private mutating func fill(_ count: Int) throws(ArchiveError) -> Int {
    let wanted = min(count, buffer.count)
    let handle = unsafe handle
    let length = unsafe buffer.withUnsafeMutableBytes { target in
      unsafe archive_read_data(handle, target.baseAddress, wanted)
    }
    guard length >= 0 else { throw unsafe Self.error(of: handle) }
    return length
  }

  /// The path of an entry; bytes that are not UTF-8 become replacement characters.
  private static func name(of entry: OpaquePointer) -> String {
    if let text = unsafe archive_entry_pathname_utf8(entry) {
      return unsafe String(cString: text)
    }
    guard let text = unsafe archive_entry_pathname(entry) else { return "" }
    return unsafe String(cString: text)
  }

  private static func kind(of entry: OpaquePointer) -> ArchiveMember.Kind {
    if unsafe kymo_archive_entry_is_file(entry) != 0 { return .file }
    if unsafe kymo_archive_entry_is_link(entry) != 0 {
      return .link(target: unsafe target(of: entry))
    }
    return unsafe kymo_archive_entry_is_folder(entry) != 0 ? .folder : .other
  }

  /// Where a link leads to; empty if its text cannot be had.
  private static func target(of entry: OpaquePointer) -> String {
    if let text = unsafe archive_entry_hardlink(entry) { return unsafe String(cString: text) }
    guard let text = unsafe archive_entry_symlink(entry) else { return "" }
    return unsafe String(cString: text)
  }

  private static func error(of handle: OpaquePointer) -> ArchiveError {
    guard let text = unsafe archive_error_string(handle) else { return ArchiveError(reason: "") }
    return ArchiveError(reason: unsafe String(cString: text))
  }
}
