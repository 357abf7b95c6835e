public import KymoCapture
import KymoCore
import KymoHTTP
public import KymoRecording

extension CaptureInputs {
  /// The description for a recording of these events.
  ///
  /// - Parameters:
  ///   - name: that of the capture.
  ///   - extractor: the capture, which was read.
  /// - Returns: its origin, how calls are written, the clock, and what was lost.
  public func description(named name: String, _ extractor: CaptureExtractor) -> SessionDescription {
    var description = SessionDescription(origin: "capture: \(name), ordered by \(orderName)")
    description.calls = calls
    // The clock of a stamp is that of its recording, which is close to that of the capture or another one.
    let isUnix = inputs.allSatisfy { input in
      let distance = input.event.timestamp.subtractingReportingOverflow(input.exchange.request.last)
      return !distance.overflow && abs(distance.partialValue) < 86_400_000_000_000
    }
    description.clock = isUnix && (extractor.firstTime ?? 0) > 1 << 59 ? .unix : .relative
    if incomplete > 0 {
      description.losses.append(
        SessionResult.Loss(place: "capture, requests not whole", count: incomplete)
      )
    }
    if inDoubt > 0 {
      description.losses.append(
        SessionResult.Loss(place: "capture, requests in doubt", count: inDoubt)
      )
    }
    return description
  }
}
