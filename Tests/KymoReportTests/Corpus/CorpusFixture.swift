import KymoBench
import KymoBenchFixtures

@testable import KymoReport

/// Corpora of recordings that nobody recorded, and results of builds that are not there.
enum CorpusFixture {
  static let base = CorpusBuild(name: "base", origin: .product(commit: "b0b0", product: nil))
  static let head = CorpusBuild(
    name: "head",
    origin: .executable(path: "../kymo", content: "0123456789abcdef")
  )
  static let neighbours = CorpusNeighbours(host: "node", processor: "a processor", coreCount: 2)

  static func recording(_ number: Int) -> CorpusRecording {
    CorpusRecording(
      path: "drives/\(number).mcap",
      byteCount: UInt64(1000 + number),
      content: "content \(number)",
      app: "DeviceCatalog",
      digest: "digest \(number)"
    )
  }

  static func manifest(
    _ count: Int,
    _ commands: [[String]] = [["replay"]],
    builds: [CorpusBuild] = [base, head]
  ) -> CorpusManifest {
    CorpusManifest(
      recordings: (0..<count).map(recording),
      builds: builds,
      commands: commands,
      apps: [CorpusApp(name: "DeviceCatalog", commands: ["accel", "sendloc", "play"])]
    )
  }

  /// What a build says of a replay.
  static func replay(digest: String, accel: Int = 10, sendloc: Int = 0) -> String {
    func command(_ name: String, _ count: Int) -> String {
      """
      {"name": "\(name)", "count": \(count), "completed": \(count), "validationFailed": 0, "exited": 0,
      "failed": 0, "unknownCommand": 0, "malformed": 0}
      """
    }
    return """
      {"schema": "kymograph.replay/1", "app": "DeviceCatalog", "events": \(accel + sendloc),
      "digest": "\(digest)", "verification": "identical", "firstDivergence": null,
      "commands": [\(command("accel", accel)), \(command("sendloc", sendloc))]}
      """
  }

  /// What a build says of what it counted.
  static func counts(instructions: Int, allocations: Int) -> String {
    """
    {"schema": "kymograph.counts/1", "commands": [{"name": "accel", "recordedEvents": 500,
    "countedEvents": 100, "instructions": \(instructions), "allocations": \(allocations),
    "systemCalls": null}]}
    """
  }

  /// What a build says of a load of 1,000 events of so many ns.
  static func load(cost: Int64, recording: CorpusRecording) throws -> String {
    let context = ExportContext(
      program: "kymograph",
      recording: recording.path,
      inputDigest: recording.content,
      app: "DeviceCatalog",
      digest: recording.digest ?? ""
    )
    let result = try LoadFixture.simulate(count: 1000, cost: cost) { _ in }
    return ExportFormat.json.text(of: result, context)
  }

  static func result(
    _ task: CorpusTask,
    _ verdict: CorpusVerdict = .measured,
    message: String? = nil,
    report: String?
  ) -> CorpusResult {
    CorpusResult(
      task,
      verdict,
      message: message,
      attempts: 1,
      seconds: 0.5,
      neighbours: neighbours,
      report: report
    )
  }

  /// The results of a corpus that went well.
  static func replays(of manifest: CorpusManifest) -> [CorpusResult] {
    manifest.tasks.map { result($0, report: replay(digest: $0.recording.digest ?? "")) }
  }

  /// What results come to, each in a file of its own.
  static func summary(_ manifest: CorpusManifest, _ results: [CorpusResult]) -> CorpusSummary {
    var merge = CorpusMerge(manifest)
    for result in results { merge.add(result.text, from: result.taskID + ".json") }
    return merge.summary()
  }
}
