import KymoText

/// A file beside an output that was not finished, or is being written.
package struct UnfinishedFile {
  /// Its path.
  package let path: String
  /// Whether a process is writing it.
  package let isBeingWritten: Bool

  /// Those of an output, in the order of their numbers.
  package static func all(of path: String) -> [UnfinishedFile] {
    (1...OutputFile.maximumParts).compactMap { number in
      let part = OutputFile.part(number, of: path)
      guard UnsafeOutputPlace.time(of: part) != nil else { return nil }
      return UnfinishedFile(
        path: part,
        isBeingWritten: UnsafeOutputDescriptor.isClaimed(part)
      )
    }
  }

  /// Refuses an output that another process is writing.
  ///
  /// - Throws: a failure that names the file.
  package static func check(
    _ path: String,
    named name: String,
    but own: String? = nil
  ) throws(CommandFailure) {
    guard let other = all(of: path).first(where: { $0.isBeingWritten && $0.path != own }) else {
      return
    }
    throw CommandFailure(
      file: name,
      "another process is writing it, as \(other.path)",
      remedy: "choose another name"
    )
  }

  /// Returns a remark on a file that is not there, or older than what was not finished beside it;
  /// nil if there is nothing to say.
  ///
  /// - Parameter path: the file, as it was named.
  /// - Returns: what is so, and what helps.
  package static func hint(beside path: String) -> (problem: String, remedy: ToolText)? {
    guard path != "-", let newest = all(of: path).max(by: { $0.time < $1.time }) else { return nil }
    let time = UnsafeOutputPlace.time(of: path)
    if let time, time >= newest.time { return nil }
    let what = newest.isBeingWritten ? "is being written" : "was never finished"
    let problem =
      time == nil
      ? "it does not exist, but \(newest.path) does, and \(what)"
      : "\(newest.path) is newer, and \(what)"
    // Of a file that is there nothing is replaced by what somebody copies from here.
    let target = time == nil ? path : "OUT.mcap"
    return (problem, "\(.tool) recover \(newest.path.shellQuoted) -o \(target.shellQuoted)")
  }

  private var time: Int64 { UnsafeOutputPlace.time(of: path) ?? 0 }
}
