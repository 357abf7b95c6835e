/// The back end that looks at the functions.
enum ProfileBackEnd: String, CaseIterable {
  /// The sampler in the process.
  case sampler
  /// `perf record`, attached to the process while it replays plainly.
  case perf
  /// callgrind, which counts the instructions of one replay.
  case valgrind
}
