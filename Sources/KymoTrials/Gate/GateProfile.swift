public import KymoProfile
import KymoReport
import KymoText

/// The profile of a gate's builds: the graph of the changes from BASE to HEAD, or why there is none.
public struct GateProfile: Sendable {
  /// The file that the graph is to be written to, as it was named.
  public let path: String
  /// The changes in the dispatching thread; nil if there is nothing to show.
  public var difference: ProfileDifference?
  /// The profile of HEAD; nil if there is nothing to show.
  var after: Profile?
  /// How many samples there are of BASE, and of HEAD.
  public var samples = (base: 0, head: 0)
  /// Why there is no graph.
  public var reason: String?

  /// A gate without a graph.
  init(_ path: String, unavailable reason: String) {
    self.path = path
    self.reason = reason
  }

  /// A gate with one.
  init(_ path: String, _ difference: ProfileDifference, base: Profile, head: Profile) {
    self.path = path
    self.difference = difference
    after = head
    samples = (Self.count(base), Self.count(head))
  }

  private static func count(_ profile: Profile) -> Int {
    profile.samples.reduce(0) { $0 + $1.count }
  }

  /// The functions whose own share of the time changed by more than sampling can have brought about.
  package var changed: [FunctionChange] {
    (difference?.functions ?? []).filter { $0.own.verdict != .withinError }
  }

  /// The graph: a page if the name of its file ends in `.html`, else an SVG; nil if there is none.
  ///
  /// - Parameters:
  ///   - tool: what the tool is called that made it.
  ///   - commandLine: what makes it again.
  /// - Returns: the bytes of the file.
  /// - Throws: that what changed cannot be drawn.
  public func graph(tool: String = "kymo", commandLine: String) throws(TrialError) -> [UInt8]? {
    guard let difference, let after else { return nil }
    guard path.hasSuffix(".html") else { return Array(FlameGraph(difference).svg.utf8) }
    do {
      let page = try ProfilePage(
        after,
        difference: difference,
        tool: tool,
        commandLine: commandLine
      )
      return Array(page.html.utf8)
    } catch { throw TrialError(about: path, "\(error)".printable) }
  }

  /// The line for summaries.
  public var note: String {
    if let reason { return "no flame graph of the change (\(path.printable)): \(reason)" }
    let names = changed.prefix(3).map { change in
      "\(change.name.printable) (\(FunctionChange.percent(change.own.before)) before, "
        + "\(FunctionChange.percent(change.own.after)) now)"
    }
    return "the flame graph of the change is \(path.printable); "
      + (names.isEmpty
        ? "no function's own share changed beyond the sampling error"
        : "changed beyond the sampling error: " + names.joined(separator: ", "))
  }

  /// The report for programs.
  var json: JSONText {
    [
      "file": difference == nil ? .null : JSONText(path),
      "unavailable": JSONText(reason),
      "baseSamples": JSONText(samples.base),
      "headSamples": JSONText(samples.head),
      "functions": JSONText(
        changed.map { change in
          [
            "name": JSONText(change.name),
            "baseShare": JSONText(change.own.before),
            "headShare": JSONText(change.own.after),
            "samplingError": JSONText(change.own.error),
            "verdict": JSONText(change.own.verdict.rawValue),
          ]
        }
      ),
    ]
  }
}
