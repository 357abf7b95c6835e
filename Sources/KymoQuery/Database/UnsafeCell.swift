import CSQLite

/// The place for a value of a row that SQLite asks for.
///
/// SAFETY: the context is valid while SQLite asks for the value, and a cell is made for that call alone; nobody keeps
/// one. Texts and bytes are copied within the call, but for ``UnsafeName``, whose memory is never freed.
@safe struct UnsafeCell {
  private let context: OpaquePointer

  init(_ context: OpaquePointer) { unsafe self.context = unsafe context }

  /// No value.
  func null() { unsafe sqlite3_result_null(context) }

  /// A whole number.
  func integer(_ value: Int64) { unsafe sqlite3_result_int64(context, value) }

  /// A number; NaN is null.
  func real(_ value: Double) { unsafe sqlite3_result_double(context, value) }

  /// A name that is given out again and again.
  func name(_ name: UnsafeName) {
    unsafe kymo_sqlite_result_static(context, name.bytes.baseAddress, Int32(name.bytes.count))
  }

  /// A text.
  func text(_ value: String) {
    var value = value
    value.withUTF8 { unsafe text($0) }
  }

  /// A text of UTF-8; what is not UTF-8 in it stays as it is.
  func text(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { raw in
      unsafe raw.withMemoryRebound(to: UInt8.self) { unsafe text($0) }
    }
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress, bytes.count > 0 else {
      return unsafe kymo_sqlite_result_static(context, "", 0)
    }
    guard bytes.count < Int(Int32.max) else { return unsafe sqlite3_result_error_toobig(context) }
    unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      unsafe kymo_sqlite_result_copy(context, $0, Int32(bytes.count))
    }
  }

  /// Bytes.
  func blob(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { raw in
      guard raw.count < Int(Int32.max) else { return unsafe sqlite3_result_error_toobig(context) }
      // Without bytes there is no address, and that would be null.
      guard let base = raw.baseAddress, raw.count > 0 else {
        return unsafe sqlite3_result_zeroblob(context, 0)
      }
      unsafe kymo_sqlite_result_bytes(context, base, Int32(raw.count))
    }
  }
}
