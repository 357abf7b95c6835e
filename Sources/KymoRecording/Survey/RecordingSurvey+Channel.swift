extension RecordingSurvey {
  /// The kind of a channel's messages, decided once and not for every message.
  enum Content {
    case acceleration, rotation, location, request, dialog, input, other
    case trace(TraceStepLayout)

    init(topic: String, schema: String) {
      self =
        switch topic {
        case InputChannel.accelerometer.topic: .acceleration
        case InputChannel.gyroscope.topic: .rotation
        case InputChannel.location.topic where schema == InputChannel.location.schemaName: .location
        case InputChannel.request.topic: .request
        case InputChannel.dialog.topic: .dialog
        case InputChannel.pageInput.topic: .input
        case SessionTopic.trace.name: .trace(TraceStepLayout(schema: schema))
        default: .other
        }
    }
  }

  /// The survey of one channel.
  public struct Channel: Sendable {
    /// The topic.
    public let topic: String
    /// The name of its schema; empty if it has none.
    public let schema: String
    /// The kind of its messages, for the survey.
    let content: Content
    /// The members that every message of it must have, by its schema.
    let required: [String]
    /// The use that a replay makes of its messages.
    public let role: ChannelUse
    /// The place of its rates.
    let strip: Int
    /// How many messages it has.
    public private(set) var count: UInt64 = 0
    /// The time of the earliest message, in ns; meaningless without messages.
    public private(set) var first = UInt64.max
    /// The time of the latest message, in ns; meaningless without messages.
    public private(set) var last: UInt64 = 0
    private var previous = UInt64.max
    /// The first time between two messages, from which the others are counted: so the sums keep their digits.
    private var usual = 0.0
    private var steps = 0.0
    private var deviations = 0.0
    private var squares = 0.0
    /// The longest time between consecutive messages, in ns.
    public private(set) var longestGap: UInt64 = 0
    /// How many messages are earlier than the one before them in the file.
    public private(set) var backwardSteps: UInt64 = 0

    /// Whether its messages may be measurements of something, and not what a page says.
    var isMeasured: Bool {
      switch content {
      case .request, .dialog, .input, .trace: false
      case .acceleration, .rotation, .location, .other: true
      }
    }

    init(topic: String, schema: String, required: [String], role: ChannelUse, strip: Int) {
      self.topic = topic
      content = Content(topic: topic, schema: schema)
      self.schema = schema
      self.required = required
      self.role = role
      self.strip = strip
    }

    @inline(__always)
    mutating func add(_ time: UInt64) {
      count += 1
      first = min(first, time)
      last = max(last, time)
      if count > 1 {
        if time >= previous {
          let step = time - previous
          longestGap = max(longestGap, step)
          // A conversion of a signed number is one instruction.
          let nanoseconds = step < 1 << 63 ? Double(Int64(step)) : Double(step)
          if steps == 0 { usual = nanoseconds }
          let deviation = nanoseconds - usual
          steps += 1
          deviations += deviation
          squares += deviation * deviation
        } else {
          backwardSteps += 1
        }
      }
      previous = time
    }

    /// The jitter, in ns: the standard deviation of the time between consecutive messages, without those
    /// that go backwards; nil for fewer than three messages.
    public var jitterNanoseconds: Double? {
      guard steps > 1 else { return nil }
      let mean = deviations / steps
      return max(0, squares / steps - mean * mean).squareRoot()
    }

    /// Messages per second between the first and the last; nil for fewer than two.
    public var rate: Double? {
      guard count > 1, last > first else { return nil }
      return Double(count - 1) / (Double(last - first) / 1e9)
    }
  }
}
