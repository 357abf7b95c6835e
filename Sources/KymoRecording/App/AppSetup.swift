public import KymoBridge
import KymoMCAP

/// The setup of a run, which an ``App`` is made from.
public struct AppSetup: Sendable, Equatable {
  /// How the calls of the session's page are read; nil for a session without a page.
  public var calls: CallRules?
  /// Where everything random starts; that of the recording, 0 if it states none.
  public var seed: UInt64
  /// The directory in which the app's device keeps its files; nil to keep them in memory.
  public var sandbox: String?
  /// The choices among ``App/choices``, by name; those that were not made are not there.
  public var choices: [String: String]
  /// The channels that the session has beside those that the app lists: they are recorded and passed on.
  public var openChannels: [InputChannel] = []

  /// Describes a run; by default a session without a page, of seed 0, whose files are in memory.
  public init(
    calls: CallRules? = nil,
    seed: UInt64 = 0,
    sandbox: String? = nil,
    choices: [String: String] = [:]
  ) {
    self.calls = calls
    self.seed = seed
    self.sandbox = sandbox
    self.choices = choices
  }

  /// The setup under which a recording of this description is made.
  public init(_ description: SessionDescription) {
    self.init(
      calls: description.calls,
      seed: description.seed ?? 0,
      choices: description.choices
    )
    openChannels = description.openChannels
  }

  /// The setup under which a recording is replayed: as it says, and with the rules of a page if it has one.
  public init(_ file: SessionFile) {
    var calls = file.description?.calls
    if calls == nil, !file.scan.catalog.channels(topic: InputChannel.request.topic).isEmpty {
      calls = CallRules()
    }
    self.init(
      calls: calls,
      seed: file.description?.seed ?? 0,
      choices: file.description?.choices ?? [:]
    )
    openChannels = file.description?.openChannels ?? []
  }
}
