/// The values of one figure in one round, one for each role, in ns.
public struct GateRoundValues: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  private var values: [4 of Double] = [0, 0, 0, 0]

  /// States nothing.
  public init() {}

  /// States the values of some roles; of a role that is there twice, the last.
  public init(dictionaryLiteral elements: (GateRole, Double)...) {
    for (role, value) in elements { self[role] = value }
  }

  /// The value of a role; 0 if there is none.
  public subscript(role: GateRole) -> Double {
    get { values[role.rawValue] }
    set { values[role.rawValue] = newValue }
  }

  /// Keeps the smaller value.
  mutating func note(_ value: Double, _ role: GateRole) {
    self[role] = self[role] > 0 ? min(self[role], value) : value
  }

  /// Two values as a pair; nil if one is missing.
  func pair(_ base: GateRole, _ head: GateRole) -> MeasuredPair? {
    guard self[base] > 0, self[head] > 0 else { return nil }
    return MeasuredPair(base: self[base], head: self[head])
  }

  /// Compares role by role.
  public static func == (one: GateRoundValues, other: GateRoundValues) -> Bool {
    GateRole.allCases.allSatisfy { one[$0] == other[$0] }
  }
}
