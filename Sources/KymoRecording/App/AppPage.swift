/// A file of an app's page, which a server gives to browsers.
public struct AppPage: Sendable {
  /// The path, such as "/index.html".
  public let path: String
  /// The bytes that are sent.
  public let bytes: [UInt8]

  /// A file.
  ///
  /// - Parameters:
  ///   - path: begins with a slash; its ending says what it is.
  ///   - bytes: what is sent.
  public init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
