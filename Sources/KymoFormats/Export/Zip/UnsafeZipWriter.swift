import CArchive
import KymoMCAP

/// Writes a zip archive with libarchive, one entry after the other, each deflated.
///
/// An entry has no time, which in a zip reads as the first day of 1980, and no owner.
///
/// SAFETY: the handle is created in `init` and freed once, in `deinit`, and is marked as failed before unless it was
/// closed, so that freeing calls nobody. An entry is freed in the function that made it. Bytes and names are lent for
/// the call. The client of the handle is this object, without a reference of its own: libarchive calls it only within
/// `write`, `begin` and `end`, while the object is in use.
@safe final class UnsafeZipWriter {
  private let handle: OpaquePointer
  private let sink: any MCAPByteSink
  /// Why the sink took no more.
  private var failure: MCAPError?
  private var isClosed = false

  /// How many bytes are handed over at once.
  private static let blockBytes: Int32 = 1 << 16

  /// Begins an archive.
  ///
  /// - Throws: `system` when there is no memory.
  init(_ sink: any MCAPByteSink) throws(MCAPError) {
    guard let handle = unsafe archive_write_new() else {
      throw MCAPError(.system(0), at: 0, "the archive: not enough memory")
    }
    unsafe self.handle = unsafe handle
    self.sink = sink
    unsafe archive_write_set_format_zip(handle)
    unsafe archive_write_zip_set_compression_deflate(handle)
    unsafe archive_write_set_bytes_per_block(handle, Self.blockBytes)
    // No zeros behind the end.
    unsafe archive_write_set_bytes_in_last_block(handle, 1)
    let own = unsafe Unmanaged.passUnretained(self).toOpaque()
    let status = unsafe archive_write_open(
      handle,
      own,
      nil,
      { _, client, bytes, count in
        guard let client = unsafe client, let bytes = unsafe bytes else { return -1 }
        let writer = unsafe Unmanaged<UnsafeZipWriter>.fromOpaque(client).takeUnretainedValue()
        return unsafe writer.take(UnsafeRawBufferPointer(start: bytes, count: count))
      },
      nil
    )
    try check(status)
  }

  deinit {
    if !isClosed { unsafe archive_write_fail(handle) }
    unsafe archive_write_free(handle)
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    do throws(MCAPError) {
      let span = unsafe RawSpan(_unsafeBytes: bytes)
      try sink.write(span)
      return bytes.count
    } catch {
      failure = error
      return -1
    }
  }

  /// Begins an entry; the one before ends.
  ///
  /// - Parameters:
  ///   - name: its path.
  ///   - byteCount: how long it is at most.
  /// - Throws: what the sink does.
  func begin(_ name: String, byteCount: Int) throws(MCAPError) {
    guard let entry = unsafe archive_entry_new() else {
      throw MCAPError(.system(0), at: 0, "the archive: not enough memory")
    }
    defer { unsafe archive_entry_free(entry) }
    unsafe archive_entry_set_pathname(entry, name)
    unsafe kymo_archive_entry_set_file(entry)
    unsafe archive_entry_set_perm(entry, 0o644)
    unsafe archive_entry_set_size(entry, Int64(byteCount))
    try check(unsafe archive_write_header(handle, entry))
  }

  /// Appends bytes to the entry.
  ///
  /// - Throws: what the sink does.
  func write(_ bytes: RawSpan) throws(MCAPError) {
    let written = unsafe bytes.withUnsafeBytes { source in
      unsafe archive_write_data(handle, source.baseAddress, source.count)
    }
    try check(written == bytes.byteCount ? ARCHIVE_OK : ARCHIVE_FATAL)
  }

  /// Ends the archive.
  ///
  /// - Throws: what the sink does.
  func end() throws(MCAPError) {
    isClosed = true
    try check(unsafe archive_write_close(handle))
  }

  private func check(_ status: Int32) throws(MCAPError) {
    guard status != ARCHIVE_OK, status != ARCHIVE_WARN else { return }
    if let failure { throw failure }
    let reason = unsafe archive_error_string(handle).map { unsafe String(cString: $0) }
    throw MCAPError(.system(0), at: 0, "the archive: \(reason ?? "libarchive gives no reason")")
  }
}
