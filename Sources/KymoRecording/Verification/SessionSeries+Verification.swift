public import KymoCore
import KymoMCAP

extension SessionSeries {
  /// Whether the recordings are the parts of one run, from its first on, so that a replay of them can be compared.
  public var isOneRun: Bool {
    for (index, file) in files.enumerated() {
      let part = file.description?.part
      if index == 0, files.count == 1, part == nil { return true }
      guard let part, part.number == index + 1 else { return false }
      guard index > 0 else { continue }
      let former = files[index - 1]
      guard let result = former.result, result.passedUntilNext == part.passedBefore,
        result.digest == part.digestBefore,
        former.firstStep &+ result.events == part.stepsBefore
      else { return false }
    }
    return true
  }

  /// The sink that compares a replay with the recordings, each part with its own; none if there is nothing to compare.
  ///
  /// - Precondition: ``isOneRun``.
  public func verifier(
    for app: borrowing AppInstance,
    tolerance: VerificationTolerance = VerificationTolerance()
  ) -> OptionalSink<Verifier> {
    precondition(isOneRun, "parts of other runs cannot be compared")
    var sink = first.verifier(for: app, tolerance: tolerance)
    guard var verifier = sink.sink.take() else { return .none }
    verifier.goOn(with: files.dropFirst())
    return OptionalSink(verifier)
  }

  /// Whether a replay is what the recordings say; as `SessionFile.verification(of:wasInterrupted:by:)`.
  public func verification(
    of replayed: SessionResult,
    wasInterrupted: Bool = false,
    by verifier: inout OptionalSink<Verifier>
  ) -> Verification {
    for file in files.dropLast() {
      do { try file.scan.checkDataSection(file.source) } catch { return .unreadable(error) }
    }
    return files[files.count - 1].verification(
      of: replayed,
      wasInterrupted: wasInterrupted,
      by: &verifier
    )
  }
}
