import KymoCommandLine
import KymoRecording
import KymoReport

extension SeriesPlace {
  /// Looks for the files before and behind a recording.
  ///
  /// - Returns: nil if it is no part of a session, and no file beside it follows it or is followed.
  init?(_ file: SessionFile, at path: String) {
    let part = file.description?.part
    guard let place = FileSeries.place(of: path) else {
      guard let part else { return nil }
      let isLast = Self.isLast(file)
      self.init(number: part.number, isPart: true, isLast: isLast, before: nil, behind: nil)
      return
    }
    let before = place.before.map { Self.neighbour($0) { Self.precedes($0, file) } }
    let behind = Self.neighbour(place.behind) { Self.precedes(file, $0) }
    if part == nil, before?.state != .there, behind.state != .there { return nil }
    let isLast = part != nil && Self.isLast(file)
    self.init(
      number: part?.number ?? Int(clamping: place.number),
      isPart: part != nil,
      isLast: isLast,
      before: part?.number == 1 ? nil : before,
      behind: isLast ? nil : behind
    )
  }

  /// Whether a part was finished, and not to go on in another one.
  private static func isLast(_ file: SessionFile) -> Bool {
    file.isFinished && file.result.map { $0.passedUntilNext == nil } ?? false
  }

  private static func neighbour(
    _ path: String,
    isRight: (SessionFile) -> Bool
  ) -> Neighbour {
    let file: SessionFile
    do { file = try SessionFile.open(path) } catch {
      let isUnfinished = !UnfinishedFile.all(of: path).isEmpty
      let isThere = UnsafeOutputPlace.time(of: path) != nil
      return Neighbour(
        path: path,
        state: isUnfinished ? .unfinished : isThere ? .foreign : .missing
      )
    }
    return Neighbour(path: path, state: isRight(file) ? .there : .foreign)
  }

  /// Whether a recording goes on in another one.
  private static func precedes(_ first: SessionFile, _ second: SessionFile) -> Bool {
    guard let part = second.description?.part else {
      // Of an import that was split there is no more than that.
      return first.description?.part == nil
        && first.description?.origin == second.description?.origin
    }
    guard first.description?.part?.number == part.number - 1 else { return false }
    return first.result.map { $0.digest == part.digestBefore } ?? true
  }
}
