import KymoRecording

/// One piece of the work on a corpus: a recording, run by a build with a command.
package struct CorpusTask: Equatable, Sendable {
  /// Its place among the tasks, from 0.
  package let index: Int
  /// The recording.
  package let recording: CorpusRecording
  /// The build.
  package let build: CorpusBuild
  /// The command and its options, such as `bench --rate 50000`, without the recording.
  package let words: [String]

  /// Joins a recording, a build and a command.
  package init(index: Int, recording: CorpusRecording, build: CorpusBuild, words: [String]) {
    self.index = index
    self.recording = recording
    self.build = build
    self.words = words
  }

  /// The id that tells it from any task with another content, another build, or another command.
  ///
  /// Names of files have no part in it, and neither has the index; the build's name has, as a build may be compared
  /// with itself.
  package var id: String {
    let lines = ["kymograph.task/1", recording.content, build.name, build.identity] + words
    return String(ContentHash.of(lines.map { "\($0.utf8.count) \($0)\n" }.joined()).prefix(16))
  }

  /// For people: the recording, the build, the command.
  package var name: String { "\(recording.path), \(build.name), \(words.joined(separator: " "))" }

  /// The name of the file that its result is in.
  package var fileName: String { "\(id).json" }

  /// The kind of report that its result has.
  package var kind: CorpusTaskKind { CorpusTaskKind(words) }
}
