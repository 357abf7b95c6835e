/// A buffered stream of text that remembers its first failure.
///
/// After a failure everything else is dropped, so a writer need not check every call: it is enough
/// to look at ``failure`` at the end.
package struct OutputStream: ~Copyable {
  /// Where the bytes go.
  package enum Destination: Sendable {
    /// An open file descriptor, which stays open.
    case descriptor(Int32)
    /// Nowhere: the bytes stay in ``OutputStream/text``.
    case memory
  }

  /// The bytes that may wait before they are written out: 64 KiB.
  package static let limit = 65_536

  /// The first write that went wrong.
  package private(set) var failure: OutputFailure?
  private let destination: Destination
  private var buffer: [UInt8] = []

  /// Opens a stream onto `destination`.
  package init(_ destination: Destination) {
    self.destination = destination
  }

  /// The descriptor of the file that it writes to; nil if there is none.
  var descriptor: Int32? {
    if case .descriptor(let descriptor) = destination { descriptor } else { nil }
  }

  /// The text in the buffer: all that was ever written, for a stream into memory.
  package var text: String { String(decoding: buffer, as: UTF8.self) }

  /// Appends `text`; writes out when ``limit`` is reached.
  package mutating func write(_ text: String) { append(text.utf8) }

  /// Appends bytes; writes out when ``limit`` is reached.
  package mutating func write(_ bytes: [UInt8]) { append(bytes) }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.limit { flush() }
  }

  /// Writes out what waits.
  package mutating func flush() {
    guard case .descriptor(let descriptor) = destination, !buffer.isEmpty else { return }
    if failure == nil, let code = UnsafeTerminal.writeAll(buffer, to: descriptor) {
      failure = OutputFailure(code: code)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
