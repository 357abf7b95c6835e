public import KymoBridge

/// A session's description of itself: the metadata record named `kymograph`, less the results.
///
/// Everything a reader needs to interpret the numbers without guessing. All values are strings in
/// the file; unknown keys of newer versions are kept by readers and ignored here.
public struct SessionDescription: Sendable, Equatable {
  /// Whether accelerations contain gravity.
  public enum Gravity: String, Sendable { case included, excluded, unknown }
  /// The reference of altitudes.
  public enum AltitudeDatum: String, Sendable {
    case ellipsoid, meanSeaLevel = "mean-sea-level", unknown
  }
  /// The probability that the true position lies within the stated accuracy.
  public enum AccuracyConfidence: String, Sendable {
    case percent68 = "68", percent95 = "95", unknown
  }
  /// The meaning of timestamp 0.
  public enum Clock: String, Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    case unix
    /// Nanoseconds since the recording was started.
    case relative
  }

  /// In which order inputs are stored.
  public enum InputOrder: String, Sendable {
    /// In that of their dispatch, which is what a run writes.
    case dispatch
    /// In that of their arrival, some of them late: they are put in order when they are read.
    case arrival
  }

  /// Where the data comes from: a format and its files, or a generator and its parameters.
  public var origin: String
  /// The recording device's own name, or empty.
  public var device: String
  /// Whether accelerations contain gravity.
  public var gravity: Gravity
  /// The reference of altitudes.
  public var altitudeDatum: AltitudeDatum
  /// The meaning of the accuracies of locations.
  public var accuracyConfidence: AccuracyConfidence
  /// The time that timestamps count from.
  public var clock: Clock
  /// The seed of a synthetic session, or nil.
  public var seed: UInt64?
  /// How the calls of the session's page are read; nil for a session without a page.
  public var calls: CallRules?
  /// The choices about the app's device, ``App/choices`` by name; those that were not made are not there.
  public var choices: [String: String] = [:]
  /// The facts about the page of a run, by name: `platform`, `bridge`, and what has bundled its modules, `bundler`; empty for a session without a page, and for
  /// recordings older than these.
  public var page: [String: String] = [:]
  /// Losses before the recording, and their places.
  public var losses: [SessionResult.Loss] = []

  /// The channels that the session has beside those that an app lists; they are described where the channels of
  /// the file are, and not in the metadata record.
  public var openChannels: [InputChannel] = []

  /// In which order inputs are stored.
  public var inputOrder = InputOrder.dispatch
  /// Whether what a page asked its user is recorded; false for a session without a page, and for older recordings.
  public var hasDialogs = false
  /// The digest of the recording that this one has replaced as the reference, as 16 hexadecimal digits; nil for
  /// one that was not accepted in place of another.
  public var acceptedFrom: String?
  /// Its place among the files of one run; nil for a recording that is a file alone.
  public var part: SessionPart?

  /// Describes a session; everything but the origin defaults to unknown.
  public init(
    origin: String,
    device: String = "",
    gravity: Gravity = .unknown,
    altitudeDatum: AltitudeDatum = .unknown,
    accuracyConfidence: AccuracyConfidence = .unknown,
    clock: Clock = .relative,
    seed: UInt64? = nil
  ) {
    self.origin = origin
    self.device = device
    self.gravity = gravity
    self.altitudeDatum = altitudeDatum
    self.accuracyConfidence = accuracyConfidence
    self.clock = clock
    self.seed = seed
  }
  /// Describes the recording of a replay: as the one that is replayed, with its inputs in the order of dispatch.
  ///
  /// - Parameters:
  ///   - file: what is replayed.
  ///   - origin: where the data comes from, if the file does not say it.
  ///   - calls: how the calls of the page are read.
  public init(replaying file: SessionFile, origin: String = "replay", calls: CallRules?) {
    self = file.description ?? SessionDescription(origin: origin)
    self.calls = calls
    inputOrder = .dispatch
    part = nil
  }
}
