/// The user's decisions about an import.
public struct ImportOptions: Sendable {
  /// Whether the first necessary repair is an error instead.
  public var isStrict: Bool
  /// The phone's system, where the files do not say it or say it wrongly.
  public var platform: PhonePlatform?
  /// Whether the phone app had brought iOS axes and units to Android's already ("standardisation").
  public var isStandardised: Bool?
  /// Whether accelerations whose unit no file states are in g, else in m/s²; nil to tell it from their magnitude.
  public var isInG: Bool?
  /// The name of the column that is the time, where the files have another or several; letter case
  /// does not matter.
  public var timeColumn: String?
  /// The unit of the time, where the files do not tell or contradict themselves.
  public var timeUnit: TimeUnit?
  /// What the columns of a table are, where the user says so; one of them at least is `time`.
  public var columns: [ColumnMapping] = []
  /// What is decided of the columns of single files, in place of ``columns`` and ``timeColumn``.
  public var fileColumns: [FileColumns] = []
  /// How far the points of a track are apart that has no times, in ns, at least 1; nil if that is not known.
  public var pointInterval: Int64?
  /// The longest line accepted, in bytes.
  public var maximumLineBytes: Int
  /// The topics of the channels that the session has; rows for others are passed over, with a note.
  ///
  /// If they are ``usualTopics``, rows for any other channel are kept, too: see ``wants(_:)``.
  public var topics: Set<String>

  /// The topics that are imported unless a caller says otherwise.
  public static let usualTopics: Set<String> = [
    InputChannel.accelerometer.topic, InputChannel.location.topic, InputChannel.gyroscope.topic,
    InputChannel.magnetometer.topic, InputChannel.barometer.topic,
  ]

  /// Takes the decisions; the defaults repair and believe the files.
  ///
  /// - Precondition: `maximumLineBytes` is in 1...2³⁰.
  public init(
    isStrict: Bool = false,
    platform: PhonePlatform? = nil,
    isStandardised: Bool? = nil,
    timeColumn: String? = nil,
    timeUnit: TimeUnit? = nil,
    maximumLineBytes: Int = 1 << 20,
    topics: Set<String> = Self.usualTopics
  ) {
    precondition(1...1 << 30 ~= maximumLineBytes)
    self.isStrict = isStrict
    self.platform = platform
    self.isStandardised = isStandardised
    self.timeColumn = timeColumn
    self.timeUnit = timeUnit
    self.maximumLineBytes = maximumLineBytes
    self.topics = topics
  }

  /// Whether rows for a topic are imported: all of them, unless the caller names the topics.
  public func wants(_ topic: String) -> Bool {
    topics == Self.usualTopics || topics.contains(topic)
  }

  /// The decisions as they are for one file: ``columns`` and ``timeColumn`` are its own, if it has some.
  ///
  /// - Parameter file: its whole name.
  /// - Returns: decisions for this file alone.
  public func of(_ file: String) -> ImportOptions {
    var options = self
    for own in fileColumns where own.isOf(file) {
      if !own.columns.isEmpty { options.columns = own.columns }
      options.timeColumn = own.timeColumn ?? options.timeColumn
    }
    options.fileColumns = []
    return options
  }

  /// How much of a file a format sees when it is asked whether it knows it, in bytes: a line of the
  /// longest kind, and what may stand before it.
  public var headBytes: Int { maximumLineBytes + 64 }
}
