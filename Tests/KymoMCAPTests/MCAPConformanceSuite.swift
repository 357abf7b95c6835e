import Foundation
@testable import KymoMCAP
import Testing

/// The files of the MCAP conformance suite, which lie beside the project and not in it.
enum MCAPConformanceSuite {
  /// One variant: a file and its description.
  struct Variant: Sendable, CustomTestStringConvertible {
    var name: String
    var features: Set<String>
    var records: [MCAPDescribedRecord]
    var bytes: [UInt8]

    var testDescription: String { name }
  }

  private static var folder: URL {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root.appendingPathComponent("../shared/data/mcap-conformance")
  }

  /// Whether the suite is there; where it is not, its tests are reported as skipped.
  static let isPresent = FileManager.default.fileExists(atPath: folder.path)

  /// All variants, by name.
  static let variants: [Variant] = {
    guard isPresent, let files = FileManager.default.enumerator(atPath: folder.path) else {
      return []
    }
    let names = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
    return names.compactMap { try? read($0) }
  }()

  private static func read(_ name: String) throws -> Variant {
    let json = folder.appendingPathComponent(name)
    let top = try JSONSerialization.jsonObject(with: Data(contentsOf: json)) as? [String: Any]
    let file = json.deletingPathExtension().appendingPathExtension("mcap")
    let meta = (top?["meta"] as? [String: Any])?["variant"] as? [String: Any]
    let records = top?["records"] as? [[String: Any]] ?? []
    return Variant(
      name: String(name.split(separator: "/").last ?? ""),
      features: Set(meta?["features"] as? [String] ?? []),
      records: records.map { MCAPDescribedRecord(json: $0) },
      bytes: Array(try Data(contentsOf: file))
    )
  }
}
