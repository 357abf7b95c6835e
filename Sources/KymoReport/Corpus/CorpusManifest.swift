/// The planned runs: every recording by every build with every command.
///
/// Equal recordings, builds and commands give equal manifests, to the byte, and tasks in one order: by recording,
/// then by command, then by build, so that two builds are measured one right after the other.
package struct CorpusManifest: Equatable, Sendable {
  /// The value of the first member.
  package static let schema = "kymograph.corpus/1"
  /// The most tasks that a corpus has.
  package static let maximumTasks = 1_000_000

  /// The recordings, in the order of their paths.
  package let recordings: [CorpusRecording]
  /// The builds; with two of them, the first is what the second is compared with.
  package let builds: [CorpusBuild]
  /// The commands, each with its options.
  package let commands: [[String]]
  /// The apps of the recordings, in the order of their names, without those that the planning tool does not have.
  package let apps: [CorpusApp]

  /// Plans the work.
  package init(
    recordings: [CorpusRecording],
    builds: [CorpusBuild],
    commands: [[String]],
    apps: [CorpusApp] = []
  ) {
    self.recordings = recordings.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    self.builds = builds
    self.commands = commands
    self.apps = apps.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// How many tasks there are.
  package var taskCount: Int { recordings.count * commands.count * builds.count }

  /// The task at a place.
  ///
  /// - Precondition: there is one.
  package func task(_ index: Int) -> CorpusTask {
    let (rest, build) = index.quotientAndRemainder(dividingBy: builds.count)
    let (recording, command) = rest.quotientAndRemainder(dividingBy: commands.count)
    return CorpusTask(
      index: index,
      recording: recordings[recording],
      build: builds[build],
      words: commands[command]
    )
  }

  /// Every task.
  package var tasks: [CorpusTask] { (0..<taskCount).map(task) }

  /// Whether a task has to have its machine alone.
  package var wantsMachineAlone: Bool {
    commands.contains { CorpusTaskKind($0).wantsMachineAlone }
  }
}
