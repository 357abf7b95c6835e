/// Where a server keeps what the recorders of pages post to it.
public struct ServerUploads: Sendable {
  /// The path that takes them.
  public static var path: String { "/recorder" }

  /// The folder, which exists.
  public var folder: String
  /// Told of each file that is whole, with its name and its length in bytes, on the thread that receives.
  public var received: @Sendable (_ name: String, _ bytes: Int) -> Void = { _, _ in }
  /// Told why a file was not kept, on the thread that receives.
  public var dropped: @Sendable (_ reason: String) -> Void = { _ in }

  /// Keeps them in a folder.
  public init(folder: String) { self.folder = folder }
}
