/// What the user decides about an import.
public struct ImportOptions: Sendable {
  /// Whether the first necessary repair is an error instead.
  public var isStrict: Bool
  /// The phone's system, where the files do not say it or say it wrongly.
  public var platform: PhonePlatform?
  /// Whether the phone app had brought iOS axes and units to Android's already ("standardisation").
  public var isStandardised: Bool?
  /// The longest line accepted, in bytes.
  public var maximumLineBytes: Int

  /// Takes the decisions; the defaults repair and believe the files.
  ///
  /// - Precondition: `maximumLineBytes` ≥ 1.
  public init(
    isStrict: Bool = false,
    platform: PhonePlatform? = nil,
    isStandardised: Bool? = nil,
    maximumLineBytes: Int = 1 << 20
  ) {
    precondition(maximumLineBytes >= 1)
    self.isStrict = isStrict
    self.platform = platform
    self.isStandardised = isStandardised
    self.maximumLineBytes = maximumLineBytes
  }
}
