package import KymoBench

/// A figure that `kymo count` counts.
package enum CountedFigure: String, CaseIterable {
  case instructions, allocations, bytes, retains, releases, systemCalls

  /// The heading of its column.
  package var heading: String { quantity.heading }

  /// The same, as limits and exports have it.
  package var quantity: CountedQuantity {
    switch self {
    case .instructions: .instructions
    case .allocations: .allocations
    case .bytes: .bytes
    case .retains: .retains
    case .releases: .releases
    case .systemCalls: .systemCalls
    }
  }

  /// The tool of valgrind that counts it.
  package var tool: String {
    switch self {
    case .instructions, .allocations, .retains, .releases: "callgrind"
    case .bytes: "dhat"
    case .systemCalls: "none"
    }
  }
}
