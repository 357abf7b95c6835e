/// Where the two threads of a load run are kept.
public enum LoadCores: Sendable, Equatable {
  /// Wherever the system puts them.
  case unpinned
  /// Each on one core; the same one for both if there is no other.
  case pinned(generator: Int, dispatcher: Int)

  /// The last two of the given cores, as interrupts tend to be served by the first.
  ///
  /// A single core serves both; none leaves them unpinned.
  public static func automatic(among cores: [Int]) -> LoadCores {
    guard let last = cores.last else { return .unpinned }
    return .pinned(generator: cores.dropLast().last ?? last, dispatcher: last)
  }

  /// Whether the threads take the core from each other, so that neither may spin on it.
  @usableFromInline var isShared: Bool {
    switch self {
    case .unpinned: false
    case .pinned(let generator, let dispatcher): generator == dispatcher
    }
  }
}
