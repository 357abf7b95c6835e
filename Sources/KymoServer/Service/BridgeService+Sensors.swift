import KymoBridge
import KymoCore
import KymoHTTP
import KymoMCAP
import KymoRecording
import KymoText

/// `POST /sensors`: what Sensor Logger and the page push.
extension BridgeService {
  /// Takes samples.
  func takeSensors(_ request: ServerRequest) {
    guard let session, !session.isEnding else { return finish(request, with: Self.unavailable) }
    if let answer = storageAnswer(session) { return finish(request, with: answer) }
    if let error = parse(request.body) {
      return finish(request, with: .text(400, "the body is not JSON: \(error)"))
    }
    let push: SensorPush
    do throws(SensorPushError) {
      push = try SensorPush(document, limit: configuration.limits.batchSamples)
    } catch {
      return finish(request, with: .text(error.isTooMuch ? 413 : 400, error.description))
    }
    guard session.hasRoom(for: push.samples.count) else {
      return finish(request, with: overflow(push.samples.count))
    }
    let batch = BridgeBatch(isSamples: true)
    batch.leftOut = push.leftOut
    request.wait(for: .batch(batch))
    for sample in push.samples {
      let command = session.routing.command(of: sample.source)
      session.producer.push(
        Event(
          timestamp: 0,
          sequence: 0,
          command: command,
          source: sample.source,
          kind: sample.kind,
          payload: sample.payload
        )
      )
      session.expect(ServedSession.Slot(request: request, item: 0, pushed: request.arrival))
      batch.waiting += 1
    }
    counts.samples += UInt64(push.samples.count)
    if batch.waiting > 0 { notePush() }
    finishIfDone(batch, request)
  }

  /// How many samples were taken, and what was not.
  func samplesAnswer(_ batch: BridgeBatch) -> HTTPAnswer {
    let left = batch.leftOut.sorted { $0.key < $1.key }.map {
      JSONMember($0.key, JSONText($0.value))
    }
    var members = [
      JSONMember("samples", JSONText(batch.taken)), JSONMember("leftOut", .object(left)),
    ]
    let stamps = batch.stamps.finish()
    let isInBody = stamps.utf8.count > StampList.maximumFieldBytes
    if isInBody { members.append(JSONMember("events", JSONText(stamps))) }
    let text = JSONText.object(members).compactText
    var answer = HTTPAnswer(200, type: "application/json", Array(text.utf8))
    if !stamps.isEmpty { answer.add(EventStamp.field, isInBody ? EventStamp.inBody : stamps) }
    return answer
  }

  /// Parses a body; what is wrong with it, if something is.
  func parse(_ body: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      try body.withRawSpan { body throws(JSONError) in try document.parse(body) }
      return nil
    } catch { return error }
  }
}
