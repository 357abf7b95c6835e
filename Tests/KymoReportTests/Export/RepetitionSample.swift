import KymoBench
import KymoReport
import KymoCore

/// Repetitions that are the same every time.
enum RepetitionSample {
  /// A run of ``ExportSample`` whose events cost so many ns, but for one of 8 ms.
  static func repetition(cost: Int64, digest: String = ExportSample.context.digest) throws
    -> Repetition
  {
    Repetition(try ExportSample.result(cost: cost) { _ in }, digest: digest)
  }

  /// Three repetitions of 10, 20 and 30 µs.
  static func set(wanted: Int = 3) throws -> RepetitionSet {
    RepetitionSet(try [10_000, 20_000, 30_000].map { try repetition(cost: $0) }, wanted: wanted)
  }

  /// What they come to together.
  static func merged(wanted: Int = 3) throws -> (LoadResult, ExportContext) {
    guard let result = LoadResult(merging: try set(wanted: wanted)) else {
      preconditionFailure("there are three")
    }
    return (result, ExportSample.context)
  }
}
