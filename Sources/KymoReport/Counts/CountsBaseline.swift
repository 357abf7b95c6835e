public import KymoBench
import KymoBridge
public import KymoText

/// Former counts that new ones are compared with, as `kymo count` wrote them as JSON.
public struct CountsBaseline: Sendable, Equatable {
  /// The value of the member `schema`.
  public static let schema = "kymograph.counts/1"

  /// The subject of counts: two counts are comparable only if it is the same.
  public struct Subject: Sendable, Equatable {
    /// The recording, as the user named it.
    public var recording: String
    /// The digest of its bytes, as it is printed.
    public var digest: String
    /// The application.
    public var app: String
    /// Whose rules hold for the page's calls; nil without a page.
    public var mode: String?
    /// The processor's features; nil if it does not tell.
    public var features: ProcessorFeatures?

    /// Names a subject.
    public init(
      recording: String,
      digest: String,
      app: String,
      mode: String?,
      features: ProcessorFeatures?
    ) {
      self.recording = recording
      self.digest = digest
      self.app = app
      self.mode = mode
      self.features = features
    }

    /// Why counts of a baseline are none to compare with, in words; nil if they are.
    public func difference(from baseline: Subject) -> String? {
      guard digest == baseline.digest else {
        return "it is of another recording: \(baseline.recording) (\(baseline.digest)) there, "
          + "\(recording) (\(digest)) here"
      }
      if app != baseline.app { return "its app is \(baseline.app), not \(app)" }
      if mode != baseline.mode {
        return "its mode is \(baseline.mode ?? "none"), not \(mode ?? "none")"
      }
      guard let features, let other = baseline.features else {
        return "it is not known whether both processors can do the same"
      }
      return features.difference(from: other)
    }
  }

  /// A figure that both have.
  public struct Change: Sendable, Equatable {
    /// The command, or `all`.
    public var command: String
    /// The figure.
    public var quantity: CountedQuantity
    /// The former count per event.
    public var before: Double
    /// The count per event now.
    public var now: Double

    /// By how much it is more, in percent; nil if it was nothing.
    public var percent: Double? { before > 0 ? (now / before - 1) * 100 : nil }
  }

  /// Where it is from, as the user named it.
  public var name: String
  /// The subject of the counts.
  public var subject: Subject
  /// The version of valgrind; nil if nothing was counted.
  public var valgrind: String?
  /// Whether its figures may be compared with others.
  public var valid: Bool
  /// The figures per event of each command, and of all together under `all`.
  public var rows: [CountsSummary.Row]

  /// Reads what `kymo count --format json` wrote.
  ///
  /// - Parameters:
  ///   - json: the text; at most ``BenchBaseline/maximumBytes``.
  ///   - name: where it is from, as the user named it.
  /// - Throws: what is wrong with it.
  public init(json: String, name: String) throws(BaselineError) {
    let reader = try ReportReader(json: json)
    let root = reader.root
    guard reader.schema == Self.schema else { throw .counts(reader.schema) }
    guard let digest = reader.textIfThere("recordingDigest", of: root) else {
      throw .member("recordingDigest")
    }
    self.name = name
    subject = Subject(
      recording: try reader.text("recording", of: root),
      digest: digest,
      app: try reader.text("app", of: root),
      mode: reader.textIfThere("mode", of: root),
      features: try ProcessorFeatures(reader, root)
    )
    valgrind = reader.textIfThere("valgrind", of: root)
    valid = try reader.bool("valid", of: root)
    var rows: [CountsSummary.Row] = []
    for value in try reader.list("commands", of: root) { rows.append(try Self.row(reader, value)) }
    guard let overall = reader.document.member("overall", of: root) else {
      throw .member("overall")
    }
    // Of one command there is one row, as there is in a new count.
    // Functions have none for all.
    if rows.count != 1, reader.document.kind(of: overall) != .null {
      rows.append(try Self.row(reader, overall))
    }
    self.rows = rows
  }

  private static func row(
    _ reader: borrowing ReportReader,
    _ value: JSONValue
  ) throws(BaselineError) -> CountsSummary.Row {
    guard let figures = reader.document.member("perEvent", of: value) else {
      throw .member("perEvent")
    }
    var perEvent: [(quantity: CountedQuantity, value: Double?)] = []
    for quantity in CountedQuantity.allCases {
      perEvent.append((quantity, try reader.numberIfThere(quantity.rawValue, of: figures)))
    }
    return CountsSummary.Row(
      name: try reader.text("name", of: value),
      events: try reader.count("countedEvents", of: value),
      perEvent: perEvent
    )
  }

  /// The changes to those of the new counts that it has, too.
  ///
  /// - Parameter new: what was counted now.
  /// - Returns: each figure of each command that both have.
  public func changes(to new: [CountsSummary.Row]) -> [Change] {
    new.flatMap { row in
      guard let former = rows.first(where: { $0.name == row.name }) else { return [Change]() }
      return row.counted.compactMap { quantity, now in
        former.counted.first { $0.quantity == quantity }.map {
          Change(command: row.name, quantity: quantity, before: $0.perEvent, now: now)
        }
      }
    }
  }

  /// The member `baseline` of a report.
  public func json(_ changes: [Change]) -> JSONText {
    [
      "name": JSONText(name),
      "valid": JSONText(valid),
      "valgrind": JSONText(valgrind),
      "changes": JSONText(
        changes.map { change in
          [
            "command": JSONText(change.command),
            "figure": JSONText(change.quantity.rawValue),
            "before": JSONText(change.before),
            "now": JSONText(change.now),
          ]
        }
      ),
    ]
  }
}

extension ProcessorFeatures {
  /// The member `processorFeatures` of a report.
  public var json: JSONText {
    [
      "architecture": JSONText(architecture), "names": JSONText(names.map { JSONText($0) }),
    ]
  }

  /// Reads that member; nil if it is null, or not there as in older ones.
  init?(_ reader: borrowing ReportReader, _ root: JSONValue) throws(BaselineError) {
    guard let value = reader.document.member("processorFeatures", of: root),
      reader.document.kind(of: value) != .null
    else { return nil }
    self.init(
      architecture: try reader.text("architecture", of: value),
      names: try reader.list("names", of: value).compactMap { reader.document.string(of: $0) }
    )
  }
}
