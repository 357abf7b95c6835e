import Foundation
import Testing

/// One of the sessions that the project keeps in the folder Recordings.
struct KeptRecording: Sendable, CustomTestStringConvertible {
  /// The name of its folder.
  let name: String

  /// All folders with a session, by name.
  static let all: [KeptRecording] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted().map { KeptRecording(name: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// Those without a page: every step is an input, so that the place of one is that of the other.
  static let sensors = all.filter { $0.name != page.name }

  /// The one with a page, in which handlers raise events of their own.
  static let page = KeptRecording(name: "devicecatalog")

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Recordings")

  var path: String { Self.folder.appendingPathComponent("\(name)/session.mcap").path }

  var testDescription: String { name }

  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  func expected() throws -> ExpectedReplay {
    let file = Self.folder.appendingPathComponent("\(name)/expected.json")
    return try JSONDecoder().decode(ExpectedReplay.self, from: Data(contentsOf: file))
  }
}
