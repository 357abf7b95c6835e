/// The media types of files, by the endings of their names: those that web views give to the files of an app.
enum WebFileType {
  private static let types: [String: String] = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "cjs": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "json": "application/json", "map": "application/json",
    "webmanifest": "application/manifest+json", "geojson": "application/geo+json",
    "txt": "text/plain; charset=utf-8", "csv": "text/csv; charset=utf-8",
    "md": "text/markdown; charset=utf-8", "xml": "text/xml; charset=utf-8",
    "vtt": "text/vtt; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "ico": "image/x-icon", "bmp": "image/bmp", "woff": "font/woff",
    "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "mp3": "audio/mpeg",
    "m4a": "audio/mp4", "ogg": "audio/ogg", "wav": "audio/wav", "mp4": "video/mp4",
    "webm": "video/webm", "pdf": "application/pdf", "zip": "application/zip",
    "gz": "application/gzip", "wasm": "application/wasm",
  ]

  /// The type of a file; `application/octet-stream` if nobody knows its ending.
  static func named(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return types[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }
}
