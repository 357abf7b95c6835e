import KymoCommandLine
import KymoRecording

/// A part of an import that was read: events on their way, and what is to be said about its files.
struct ImportPart {
  /// The events.
  var feed: any SessionFeed
  /// A statement on every file.
  var files: [FileStatement] = []
  /// The repairs, by file.
  var repairs: [Repair] = []
  /// Other remarks, by file.
  var notes: [ImportNote] = []
  /// Why the part ends too early, after what counts; nil if it is whole.
  var problem: CommandFailure?
}
