/// How a run of a profile is looked at.
enum ProfileKind: CaseIterable {
  /// Not at all: what the others are compared with.
  case plain
  /// By the sampler.
  case sampled
  /// Stage by stage.
  case timed
  /// By the script engine's own sampler, where there is a page.
  case scripts
}
