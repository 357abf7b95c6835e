import KymoHTTP

/// What the recorder of a page posts, while it comes.
final class ReceivedUpload {
  let file: ReceivedFile
  private var lines = RecorderLines()
  /// Whether the file has its name, or is gone for a reason that was told.
  private(set) var isOver = false

  /// Begins to write a file.
  init(_ file: ReceivedFile) { self.file = file }

  /// Takes a part.
  ///
  /// - Returns: why the rest is not wanted; nil if it is.
  func take(_ bytes: RawSpan) -> HTTPAnswer? {
    if let fault = lines.take(bytes) { return refusal(fault) }
    return file.write(bytes).map(refusal)
  }

  /// Ends it: the file gets its name.
  ///
  /// - Returns: why it does not; nil if it does.
  func finish() -> HTTPAnswer? {
    if let fault = lines.end { return refusal(fault) }
    let failure = file.commit().map(refusal)
    isOver = true
    return failure
  }

  /// Removes what has come.
  func discard() {
    isOver = true
    file.discard()
  }

  private func refusal(_ fault: RecorderLines.Fault) -> HTTPAnswer {
    .text(400, "this takes what kymo-recorder.js posts: \(fault.rawValue)")
  }

  private func refusal(_ error: ReceivedFileError) -> HTTPAnswer {
    .text(error.isFull ? 507 : 500, "the file cannot be written: \(error.text)")
  }
}
