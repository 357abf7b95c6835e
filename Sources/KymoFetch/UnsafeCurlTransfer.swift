import CCurl
import KymoBridge

/// One request and its answer, as libcurl brings it.
///
/// SAFETY: the handle is made in `init` and freed in `deinit`, once, and so is the list of fields; libcurl is told
/// of an object only while a ``UnsafeCurlNetwork`` keeps it alive, which takes the handle out before it lets go.
/// Callbacks come within `curl_multi_perform`, on the thread of the caller, with bytes that live for the call.
@safe final class UnsafeCurlTransfer {
  /// A line of the head, or bytes of the body, as they came.
  enum Piece {
    case line([UInt8])
    case data([UInt8])
  }

  let handle: UnsafeMutableRawPointer
  private var fields: UnsafeMutablePointer<curl_slist>?
  private let headLimit: Int
  private let bodyLimit: Int
  private var headBytes = 0
  private var bodyBytes = 0
  /// The pieces that have come since they were last taken.
  var pieces: [Piece] = []
  /// Whether more came than a limit allows, which ends the transfer.
  private(set) var isTooLong = false

  /// Prepares a transfer; nil if libcurl cannot.
  init?(
    url: String,
    method: String,
    lines: [String],
    body: [UInt8],
    limits: CurlLimits
  ) {
    guard let handle = unsafe curl_easy_init() else { return nil }
    unsafe self.handle = handle
    headLimit = limits.headBytes
    bodyLimit = limits.fetch.bodyBytes
    var isWhole = true
    for line in lines {
      guard let longer = unsafe curl_slist_append(fields, line) else {
        isWhole = false
        break
      }
      unsafe fields = longer
    }
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let code = unsafe url.withCString { url in
      unsafe method.withCString { method in
        unsafe body.withUnsafeBytes { body in
          var plan = unsafe kymo_curl_plan()
          unsafe plan.url = url
          unsafe plan.method = method
          unsafe plan.body = body.baseAddress
          unsafe plan.body_bytes = body.count
          unsafe plan.connect_ms = limits.connectMilliseconds
          unsafe plan.total_ms = limits.totalMilliseconds
          unsafe plan.uses_proxy = limits.usesProxy ? 1 : 0
          return unsafe kymo_curl_prepare(
            handle,
            &plan,
            fields,
            { bytes, size, count, context in
              unsafe UnsafeCurlTransfer.receive(bytes, size * count, context) { .line($0) }
            },
            { bytes, size, count, context in
              unsafe UnsafeCurlTransfer.receive(bytes, size * count, context) { .data($0) }
            },
            context
          )
        }
      }
    }
    if !isWhole || code != 0 { return nil }
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe curl_slist_free_all(fields)
  }

  /// Takes what has come.
  func take() -> [Piece] {
    defer { pieces = [] }
    return pieces
  }

  /// Keeps bytes; anything but their count ends the transfer.
  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?,
    _ piece: ([UInt8]) -> Piece
  ) -> Int {
    guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
    let own = unsafe Unmanaged<UnsafeCurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let copy = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    return own.keep(piece(copy), count) ? count : (count == 0 ? 1 : 0)
  }

  private func keep(_ piece: Piece, _ count: Int) -> Bool {
    switch piece {
    case .line:
      headBytes += count
      isTooLong = isTooLong || headBytes > headLimit
    case .data:
      bodyBytes += count
      isTooLong = isTooLong || bodyBytes > bodyLimit
    }
    if !isTooLong, count > 0 { pieces.append(piece) }
    return !isTooLong
  }
}
