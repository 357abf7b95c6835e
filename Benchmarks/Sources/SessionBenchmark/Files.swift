import Foundation

/// The files of a run.
struct Files {
  let folder: String
  let plain: String
  let other: String

  /// Names files of this process in a folder.
  init(_ folder: String) {
    self.folder = folder
    let name = "\(folder)/kymo-benchmark-\(ProcessInfo.processInfo.processIdentifier)"
    plain = name + "-plain.mcap"
    other = name + "-other.mcap"
  }

  func size(_ path: String) -> Int {
    ((try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int) ?? 0
  }

  func remove() {
    for path in [plain, other] { try? FileManager.default.removeItem(atPath: path) }
  }
}
