import KymoMCAP

/// A recording's account of the run that made it: the second half of its metadata.
public struct SessionResult: Sendable, Equatable {
  /// The app whose handlers ran.
  public var app: String
  /// The names of the commands, in the order of their ids, from 1 on.
  public var commands: [String]
  /// How many events were dispatched.
  public var events: UInt64
  /// The digest over all steps.
  public var digest: UInt64
  /// The digest of each input channel's steps, by topic.
  public var channelDigests: [ChannelDigest]
  /// How many events were lost, and at which place; empty if none was.
  public var losses: [Loss]

  /// Up to when a live session went on after its last input, in ns, as `Pipeline.end` has it; nil for others.
  public var end: Int64?

  /// The counts of the app's device, in its own order.
  public var counters: [Counter] = []

  /// Of a part of a session that another file goes on with: how many inputs of all parts so far no handler was to see;
  /// nil for the last part, and for a recording that is a file alone.
  public var passedUntilNext: UInt64?

  /// Something that was counted.
  public struct Counter: Sendable, Equatable {
    /// The name, such as "location.coalesced".
    public var name: String
    /// How often.
    public var count: UInt64

    /// Names a count.
    public init(name: String, count: UInt64) {
      self.name = name
      self.count = count
    }
  }

  /// The digest of one channel.
  public struct ChannelDigest: Sendable, Equatable {
    /// The channel's topic.
    public var topic: String
    /// The digest over the steps of its events.
    public var digest: UInt64
  }

  /// One place at which events were lost.
  public struct Loss: Sendable, Equatable {
    /// The place, such as "ring" or "recorder".
    public var place: String
    /// How many.
    public var count: UInt64

    /// Names a place and a count.
    public init(place: String, count: UInt64) {
      self.place = place
      self.count = count
    }
  }

  /// Takes the digests of a finished run.
  ///
  /// - Parameters:
  ///   - app: the app whose handlers ran.
  ///   - commands: the names of its commands, in the order of their ids.
  ///   - channels: the channels that it listens to.
  ///   - digest: what the run came to.
  ///   - losses: how many events were lost, and where.
  public init(
    app: String,
    commands: [String],
    channels: ChannelTable = .standard,
    digest: TraceDigest,
    losses: [Loss] = []
  ) {
    self.app = app
    self.commands = commands
    events = digest.count
    self.digest = digest.total
    channelDigests = channels.rows.compactMap { row in
      let own = digest.digest(of: row.source)
      // Every session speaks of the accelerometer and of locations, and of another channel only if it has it.
      let isAlwaysThere =
        row.id == InputChannel.accelerometer.recordingID
        || row.id == InputChannel.location.recordingID
      guard own != 0 || isAlwaysThere else { return nil }
      return ChannelDigest(topic: row.channel.topic, digest: own)
    }
    self.losses = losses
  }

  /// The pairs that are known before the first event.
  static func entries(app: String, commands: [String]) -> MCAPStringMap {
    guard !app.isEmpty else { return [:] }
    var map: MCAPStringMap = ["app": app]
    MetadataList.commands.put(commands, into: &map)
    return map
  }

  /// The names of the commands in a metadata record; none if it does not name them.
  static func commands(_ map: MCAPStringMap) -> [String] {
    MetadataList.commands.texts(in: map) ?? []
  }

  /// The pairs in the metadata record.
  var entries: MCAPStringMap {
    var map = Self.entries(app: app, commands: commands)
    map["events"] = String(events)
    map["digest"] = TraceDigest.text(digest)
    for channel in channelDigests {
      map["digest" + channel.topic] = TraceDigest.text(channel.digest)
    }
    if let end { map["end"] = String(end) }
    if let passedUntilNext { map["part/passed"] = String(passedUntilNext) }
    for loss in losses { map["loss/" + loss.place] = String(loss.count) }
    for (index, counter) in counters.enumerated() {
      // Numbered, because the pairs of a metadata record have no order of their own.
      map["counter/\(index + 1000)/\(counter.name)"] = String(counter.count)
    }
    return map
  }

  /// Reads the pairs; nil if the recording was never finished or holds no digest.
  init?(_ map: MCAPStringMap) {
    guard let digest = map["digest"].flatMap({ UInt64($0, radix: 16) }),
      let events = map["events"].flatMap({ UInt64($0) })
    else { return nil }
    app = map["app"] ?? ""
    commands = Self.commands(map)
    self.events = events
    self.digest = digest
    channelDigests = map.entries.compactMap { entry in
      guard entry.key.hasPrefix("digest/"), let digest = UInt64(entry.value, radix: 16) else {
        return nil
      }
      return ChannelDigest(topic: String(entry.key.dropFirst(6)), digest: digest)
    }
    end = map["end"].flatMap { Int64($0) }
    passedUntilNext = map["part/passed"].flatMap { UInt64($0) }
    losses = Self.losses(map, prefix: "loss/")
    counters = map.entries.compactMap { entry in
      guard entry.key.hasPrefix("counter/"), let count = UInt64(entry.value) else { return nil }
      return Counter(name: String(entry.key.dropFirst(13)), count: count)
    }
  }

  static func losses(_ map: MCAPStringMap, prefix: String) -> [Loss] {
    map.entries.compactMap { entry in
      guard entry.key.hasPrefix(prefix), let count = UInt64(entry.value) else { return nil }
      return Loss(place: String(entry.key.dropFirst(prefix.count)), count: count)
    }
  }
}
