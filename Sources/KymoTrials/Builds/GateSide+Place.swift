import KymoBench

extension GateSide {
  /// Where a side's build is put; of one length for both, as that of the path shifts the stack.
  func folder(in parent: String) -> String { "\(parent)/build-\(self == .base ? 0 : 1)" }

  /// Its executable there.
  func executable(in parent: String) -> String { folder(in: parent) + "/kymo" }
}
