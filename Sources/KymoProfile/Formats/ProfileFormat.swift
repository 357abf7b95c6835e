/// A format that a profile is written in.
public enum ProfileFormat: String, Sendable, CaseIterable {
  /// Stacks on one line each, with how often they were seen: what flamegraph.pl and its kin read.
  case folded
  /// A flame graph that needs nothing but a browser; see ``FlameGraph``.
  case svg
  /// For speedscope: a sampled profile for each thread, and one of events for each thread with slices.
  case speedscope
  /// For Perfetto and chrome://tracing: the stages of single events.
  case chrome
  /// For callgrind_annotate and KCachegrind.
  case callgrind
  /// For `go tool pprof` and what reads the same; compressed.
  case pprof
  /// All that a profile has, to be read again; see ``ProfileReader``.
  case json

  /// The file that is written if no other is named.
  public var defaultFile: String {
    switch self {
    case .folded: "profile.folded"
    case .svg: "profile.svg"
    case .speedscope: "profile.speedscope.json"
    case .chrome: "profile.trace.json"
    case .callgrind: "callgrind.out.profile"
    case .pprof: "profile.pb.gz"
    case .json: "profile.json"
    }
  }

  /// Whether it is text, which a terminal can show.
  public var isText: Bool { self != .pprof }

  /// Whether it shows samples; a profile without any cannot be written then.
  public var needsSamples: Bool {
    switch self {
    case .folded, .svg, .callgrind, .pprof: true
    case .speedscope, .chrome, .json: false
    }
  }
}
