import KymoText

/// All that a profile has, as JSON; ``ProfileReader`` gives the same profile back.
public enum ProfileJSON {
  /// The document's own schema.
  public static let schema = "kymograph.profile-samples/1"
  /// The schema that documents of former builds state, and reports still do: a profile has samples.
  static let formerSchema = "kymograph.profile/1"

  static func text(_ profile: Profile) -> String {
    var document = JSONDocumentText()
    document.add("schema", .string(schema))
    document.add("name", JSONText(profile.name))
    document.add("exporter", JSONText(profile.exporter))
    document.add("durationNanoseconds", JSONText(profile.duration))
    document.add(
      "sampling",
      profile.sampling.map { sampling($0, folded: profile.foldedSamples) } ?? .null
    )
    add("notes", profile.notes) { ["name": JSONText($0.name), "value": JSONText($0.value)] }
    add("threads", profile.threads) {
      ["name": JSONText($0.name), "identifier": JSONText($0.identifier)]
    }
    add("frames", profile.frames, frame)
    add("samples", profile.samples, sample)
    add("stages", profile.stages, stage)
    add("slices", profile.slices, slice)
    return document.finished

    func add<Element>(_ name: String, _ list: [Element], _ json: (Element) -> JSONText) {
      document.add(name, lines: list.map { JSONDocumentText.line(json($0)) })
    }
  }

  /// Writes a frame; a fact that is unknown has no member.
  private static func frame(_ frame: ProfileFrame) -> JSONText {
    var members = [
      JSONMember("name", JSONText(frame.name)), JSONMember("symbol", JSONText(frame.symbol)),
      JSONMember("module", JSONText(frame.module)),
    ]
    if !frame.file.isEmpty { members.append(JSONMember("file", JSONText(frame.file))) }
    if frame.line > 0 { members.append(JSONMember("line", JSONText(frame.line))) }
    if frame.firstLine > 0 {
      members.append(JSONMember("firstLine", JSONText(frame.firstLine)))
    }
    if frame.isInlined { members.append(JSONMember("inlined", true)) }
    return .object(members)
  }

  private static func sampling(_ summary: SamplingSummary, folded: Int) -> JSONText {
    [
      "periodNanoseconds": JSONText(summary.period), "due": JSONText(summary.due),
      "delivered": JSONText(summary.delivered), "dropped": JSONText(summary.dropped),
      "unwound": JSONText(summary.unwound), "folded": JSONText(folded),
      "missing": JSONText(summary.missing(folded: folded)),
    ]
  }

  private static func sample(_ sample: ProfileSample) -> JSONText {
    [
      "stack": JSONText(sample.stack.map { JSONText($0) }), "thread": JSONText(sample.thread),
      "command": JSONText(sample.command), "stage": JSONText(sample.stage),
      "count": JSONText(sample.count), "nanoseconds": JSONText(sample.nanoseconds),
      "waiting": JSONText(sample.isWaiting),
    ]
  }

  private static func stage(_ stage: StageTime) -> JSONText {
    [
      "command": JSONText(stage.command), "stage": JSONText(stage.stage),
      "handler": JSONText(stage.handler), "count": JSONText(stage.count),
      "totalNanoseconds": JSONText(stage.total),
      "p50Nanoseconds": JSONText(stage.percentiles.p50),
      "p90Nanoseconds": JSONText(stage.percentiles.p90),
      "p99Nanoseconds": JSONText(stage.percentiles.p99),
      "longestNanoseconds": JSONText(stage.longest),
    ]
  }

  private static func slice(_ slice: StageSlice) -> JSONText {
    [
      "thread": JSONText(slice.thread), "command": JSONText(slice.command),
      "stage": JSONText(slice.stage), "handler": JSONText(slice.handler),
      "startNanoseconds": JSONText(slice.start), "durationNanoseconds": JSONText(slice.duration),
      "source": JSONText(Int(slice.source)), "sequence": JSONText(slice.sequence),
    ]
  }
}
