import KymoCapture
import KymoCommandLine
import KymoServer
import KymoText
import KymoTraffic

extension CapturedAnswers {
  /// Reads a capture to its end.
  ///
  /// - Parameters:
  ///   - path: the capture.
  ///   - interrupt: whether the user wants it to end.
  /// - Returns: its answers.
  /// - Throws: a failure that names the file if it cannot be read, or has no answers.
  static func read(_ path: String, _ interrupt: Interrupt) throws(CommandFailure) -> Self {
    let extractor = CaptureExtractor(try CaptureFile.open(path))
    let captured: Self
    do { captured = try Self(extractor) { interrupt.isRequested } } catch {
      throw CommandFailure(file: path, error.description)
    }
    if interrupt.isRequested { throw CommandFailure("interrupted", status: .partial) }
    if captured.answers.count == 0 {
      if let problem = extractor.problem { throw CommandFailure(problem, file: path) }
      throw CommandFailure(
        file: path,
        "it has no replies to answer from",
        remedy: "see \(.tool) inspect \(path.shellQuoted)"
      )
    }
    return captured
  }
}
