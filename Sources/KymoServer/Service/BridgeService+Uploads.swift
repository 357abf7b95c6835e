import KymoHTTP
import KymoText

/// What the recorders of pages post.
extension BridgeService {
  /// Whether a request is one of a recorder, whose body goes to a file.
  func isUpload(_ request: ServerRequest) -> Bool {
    configuration.uploads != nil && request.method == .post
      && request.path.elementsEqual(ServerUploads.path.utf8)
  }

  /// Begins to receive a file.
  ///
  /// - Returns: why it is not wanted; nil if it is.
  func beginUpload(_ request: ServerRequest) -> HTTPAnswer? {
    guard let uploads = configuration.uploads else { return nil }
    let limits = configuration.limits
    if isStopping { return Self.unavailable }
    guard openUploads < limits.uploads else {
      counts.overflows += 1
      return .text(503, "there are \(limits.uploads) files being received already")
    }
    guard uploadedBytes < limits.allUploadBytes else {
      counts.overflows += 1
      return .text(
        507,
        "this server has received \(limits.allUploadBytes) bytes, and takes no more"
      )
    }
    let stamp = CalendarTime(nanosecondsSinceEpoch: now).iso.filter { $0 != "-" && $0 != ":" }
    switch ReceivedFile.open(in: uploads.folder, at: stamp) {
    case .success(let file):
      request.upload = ReceivedUpload(file)
      openUploads += 1
      return nil
    case .failure(let error):
      uploads.dropped(error.text)
      return .text(error.isFull ? 507 : 500, "no file can be made: \(error.text)")
    }
  }

  /// Takes a part of a file.
  ///
  /// - Returns: why the rest is not wanted; nil if it is.
  func takeUpload(_ upload: ReceivedUpload, _ bytes: RawSpan) -> HTTPAnswer? {
    uploadedBytes += bytes.byteCount
    guard let answer = upload.take(bytes) else { return nil }
    drop(upload, String(decoding: answer.body.dropLast(), as: UTF8.self))
    return answer
  }

  /// A file is whole.
  func finishUpload(_ request: ServerRequest) {
    guard let upload = request.upload else {
      return finish(
        request,
        with: .text(400, "this takes what kymo-recorder.js posts, and got nothing")
      )
    }
    if let answer = upload.finish() {
      drop(upload, String(decoding: answer.body.dropLast(), as: UTF8.self))
      return finish(request, with: answer)
    }
    uploads.append((upload.file.name, upload.file.count))
    configuration.uploads?.received(upload.file.name, upload.file.count)
    let body: JSONText = [
      "file": JSONText(upload.file.name), "bytes": JSONText(upload.file.count),
    ]
    var answer = HTTPAnswer(201, type: "application/json", Array(body.text.utf8))
    answer.add("Cache-Control", "no-store")
    finish(request, with: answer)
  }

  /// A request is over, whatever became of its file: what is not whole is removed.
  func endUpload(_ upload: ReceivedUpload) {
    openUploads -= 1
    if !upload.isOver { drop(upload, "the request ended before its end") }
  }

  private func drop(_ upload: ReceivedUpload, _ reason: String) {
    upload.discard()
    droppedUploads += 1
    configuration.uploads?.dropped(reason)
  }
}
