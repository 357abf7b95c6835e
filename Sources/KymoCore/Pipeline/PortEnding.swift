/// Sets a flag when the port that owns it is let go.
struct PortEnding: ~Copyable {
  private let flag: PortFlag

  init(_ flag: PortFlag) { self.flag = flag }

  deinit { flag.set() }
}
