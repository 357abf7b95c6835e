import KymoCore
import KymoDevice

/// View of `rec`: starts or stops the recording of a file; any other action stops it, as it did in 2009.
final class RecordAudioVCO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let name = try exchange.wording(at: 1)
    let now = exchange.event.timestamp
    if exchange.parameter(2) == nil { throw .missingParameter }
    do throws(PhoneError) {
      if exchange.parameter(2, is: "start") {
        try page.phone.recorder.start(name, at: now)
      } else {
        // By bytes: two names may look alike.
        guard page.phone.recorder.recordingName?.utf8.elementsEqual(name.utf8) == true else {
          throw .notRecording
        }
        _ = try page.phone.recorder.stop(at: now)
      }
    } catch { throw HandlerError(error) }
    return .proceed
  }
}
