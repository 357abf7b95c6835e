/// Where the time of a run went: samples of stacks, times of stages, and the stages of single events.
public struct Profile: Sendable, Equatable {
  /// The subject of the profile: a file's name, say.
  public var name: String
  /// The program that wrote it, with its version.
  public var exporter: String
  /// Facts of the run without a field of their own (app, commit, command line), in this order.
  public var notes: [ProfileNote]
  /// How long the profiled part took, in ns of the wall clock.
  public var duration: Int64
  /// The threads that were sampled; samples and slices name them by their index.
  public var threads: [ProfileThread]
  /// The functions; stacks name them by their index.
  public var frames: [ProfileFrame]
  /// Stacks, each combination of stack, thread, command and stage once.
  public var samples: [ProfileSample]
  /// How the sampler did; nil if none ran.
  public var sampling: SamplingSummary?
  /// The times of stages and handlers, per command, in the order of the commands and of the stages.
  public var stages: [StageTime]
  /// Stages of single events, by thread and then by start.
  public var slices: [StageSlice]

  /// A profile of nothing yet.
  public init(name: String, exporter: String) {
    self.name = name
    self.exporter = exporter
    notes = []
    duration = 0
    threads = []
    frames = []
    samples = []
    sampling = nil
    stages = []
    slices = []
  }
}
