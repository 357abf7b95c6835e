extension PageLink {
  /// The faults that were to be made at messages that there were not.
  public var faultsNotMade: [UInt64] { options.faults.places.keys.filter { $0 >= number }.sorted() }

  /// Whether the page waits for the bridge that version 4 brings, and got none.
  public var waitsForBridge: Bool {
    awaitsBridge && options.bridge == nil && bridge == .quickconnect
  }

  /// Whether the run cannot go on since somebody has interrupted a script.
  public var wasInterrupted: Bool {
    if case .script(.interrupted)? = failure { true } else { false }
  }
}
