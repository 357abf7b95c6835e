/// Sets a flag when the port that owns it is let go.
@frozen @usableFromInline struct PortEnding: ~Copyable {
  @usableFromInline let flag: PortFlag

  init(_ flag: PortFlag) { self.flag = flag }

  @inlinable deinit { flag.set() }
}
