/// A file that a server gives to browsers.
public struct ServerPage: Sendable, Equatable {
  /// The media type, such as "text/html; charset=utf-8".
  public var type: String
  /// The bytes that are sent.
  public var bytes: [UInt8]

  /// A page.
  public init(type: String, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }

  /// The media type of a file by its name.
  public static func type(ofFile name: String) -> String {
    switch name.split(separator: ".").last {
    case "html", "htm": "text/html; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "json", "webmanifest": "application/json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "ico": "image/x-icon"
    case "txt": "text/plain; charset=utf-8"
    case "wasm": "application/wasm"
    default: "application/octet-stream"
    }
  }
}
