import Foundation
import KymoCore
import KymoRecording

/// Says how many files the current folder has.
final class FolderApp: SinApp {
  static let name = "FolderApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    let names = try? FileManager.default.contentsOfDirectory(atPath: ".")
    return UInt64(names?.count ?? 0)
  }
}
