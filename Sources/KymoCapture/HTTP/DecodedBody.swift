import KymoDeflate
public import KymoHTTP

/// A body as it was before its Content-Encoding.
public enum DecodedBody: Equatable, Sendable {
  /// The bytes themselves.
  case bytes([UInt8])
  /// They cannot be had; why, in one phrase such as `br is not decoded`.
  case not(String)

  /// How many bytes a body may have when it is decoded.
  public static var maximumBytes: Int { 256 << 20 }

  /// Decodes a body by the fields of its message: gzip, deflate with or without the wrapping of zlib, and those in
  /// any order.
  ///
  /// - Complexity: O(bytes given and returned).
  public init(_ body: HTTPBody, fields: [HTTPField]) {
    let codings = (fields.value(of: "Content-Encoding") ?? "").split(separator: ",").map { coding in
      coding.drop { $0 == " " }.lowercased().split(separator: " ").first.map(String.init) ?? ""
    }.filter { !$0.isEmpty && $0 != "identity" }
    guard !codings.isEmpty else {
      self = body.isWhole ? .bytes(body.bytes) : .not("not all of it was captured")
      return
    }
    guard body.isWhole else {
      self = .not("not all of it was captured")
      return
    }
    var bytes = body.bytes
    // The last one that was applied comes off first.
    for coding in codings.reversed() where !bytes.isEmpty {
      do throws(ZlibError) {
        switch coding {
        case "gzip", "x-gzip":
          bytes = try Zlib.decompress(bytes.span, .gzip, maximumCount: Self.maximumBytes)
        case "deflate": bytes = try Self.inflated(bytes)
        default:
          self = .not("\(coding) is not decoded")
          return
        }
      } catch {
        self = .not("\(coding): it \(error)")
        return
      }
    }
    self = .bytes(bytes)
  }

  /// Inflates a body that is called deflate: it has the wrapping of zlib, which some leave out.
  private static func inflated(_ bytes: [UInt8]) throws(ZlibError) -> [UInt8] {
    do { return try Zlib.decompress(bytes.span, .zlib, maximumCount: maximumBytes) } catch {
      return try Zlib.decompress(bytes.span, .none, maximumCount: maximumBytes)
    }
  }
}
