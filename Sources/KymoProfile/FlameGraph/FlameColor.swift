/// The colour of a frame: of the same name always the same.
enum FlameColor {
  /// How many warm colours ``FlameGraphStyle`` has.
  static let count = 10

  /// The class of a frame of a plain graph.
  static func look(of name: String, _ kind: StackTree.Kind) -> String {
    switch kind {
    case .root, .thread: "base"
    case .command: "command"
    case .waiting: "waiting"
    case .function: "c\(hash(name) % UInt32(count))"
    }
  }

  /// FNV-1a, the same on every machine.
  static func hash(_ text: String) -> UInt32 {
    text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
