import KymoCore
import KymoRecording

/// Says which of the keys of a dictionary comes first.
final class HashOrderApp: SinApp {
  static let name = "HashOrderApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    let keys = Dictionary(uniqueKeysWithValues: (0..<16).map { (UInt64($0), $0) }).keys
    return keys.first ?? 0
  }
}
