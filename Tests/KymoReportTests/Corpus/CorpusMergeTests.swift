import KymoBench
import KymoTestSupport
import KymoText
import Testing

@testable import KymoReport

@Suite("Merging a corpus") struct CorpusMergeTests {
  private let manifest = CorpusFixture.manifest(3)

  @Test("A corpus that went well passes, whatever the order of its results") func pass() {
    let results = CorpusFixture.replays(of: manifest)
    let summary = CorpusFixture.summary(manifest, results)
    #expect(summary.verdict == .pass && summary.measured == 6)
    #expect(summary.replays.map(\.events) == [30, 30])
    #expect(summary.replays[0].digest == summary.replays[1].digest)
    #expect(summary.replays[0].counts.first?.byStatus.first == 30)
    let text = summary.json.text
    for seed in UInt64(1)...8 {
      var random = SeededRandom(seed: seed)
      let shuffled = results.shuffled(using: &random)
      #expect(CorpusFixture.summary(manifest, shuffled).json.text == text, "seed \(seed)")
    }
  }

  @Test("What is missing, failed, damaged or twice there is named") func gaps() {
    var merge = CorpusMerge(manifest)
    let tasks = manifest.tasks
    let good = CorpusFixture.replays(of: manifest)
    merge.add(good[0].text, from: "a.json")
    merge.add(good[0].text, from: "copy/a.json")
    merge.add(
      CorpusFixture.result(tasks[1], .failed, message: "exit 1: out of luck", report: nil).text,
      from: "b.json"
    )
    merge.add(String(good[2].text.dropLast(40)), from: "c.json")
    merge.add("{\"schema\": \"kymograph.bench/1\"}", from: "export.json")
    let summary = merge.summary()
    #expect(summary.verdict == .partial && summary.measured == 1)
    #expect(summary.missing == tasks[2...].map(\.name))
    #expect(summary.failed == [.init(name: tasks[1].name, text: "exit 1: out of luck")])
    #expect(summary.doubled == [.init(name: tasks[0].name, text: "a.json, copy/a.json")])
    #expect(summary.unreadable.map(\.name) == ["c.json"])
  }

  @Test("Two results of a task that agree are one; if they do not, that is a divergence")
  func twice() {
    func summary(_ digest: String) -> CorpusSummary {
      var merge = CorpusMerge(manifest)
      for result in CorpusFixture.replays(of: manifest) {
        merge.add(result.text, from: result.taskID + ".json")
      }
      let second = CorpusFixture.result(
        manifest.task(2),
        report: CorpusFixture.replay(digest: digest)
      )
      merge.add(second.text, from: "second.json")
      return merge.summary()
    }
    var same = summary("digest 1")
    #expect(same.verdict == .pass && same.doubled.count == 1 && same.replays[0].events == 30)
    same.isStrict = true
    #expect(same.verdict == .partial)
    let other = summary("another")
    #expect(other.verdict == .diverged)
    #expect(other.diverged[0].text == "its results differ from each other: another, digest 1")
  }

  @Test("A result that failed gives way to one that did not, in either order") func again() {
    let task = manifest.task(0)
    let failed = CorpusFixture.result(task, .failed, message: "no", report: nil).text
    let good = CorpusFixture.replays(of: manifest)[0].text
    for texts in [[failed, good], [good, failed]] {
      var merge = CorpusMerge(manifest)
      for (index, text) in texts.enumerated() { merge.add(text, from: "\(index).json") }
      let summary = merge.summary()
      #expect(summary.failed.isEmpty && summary.measured == 1)
    }
  }

  @Test("Results of another recording, build or command do not count, and it is said why")
  func foreign() {
    var merge = CorpusMerge(manifest)
    let task = manifest.task(0)
    func add(_ recording: CorpusRecording, _ build: CorpusBuild, _ words: [String], _ file: String)
    {
      let other = CorpusTask(index: 0, recording: recording, build: build, words: words)
      merge.add(
        CorpusFixture.result(other, report: CorpusFixture.replay(digest: "d")).text,
        from: file
      )
    }
    var changed = task.recording
    changed.content = "before"
    add(changed, task.build, task.words, "1")
    add(task.recording, .init(name: "base", origin: .tool(content: "x")), task.words, "2")
    add(task.recording, task.build, ["replay", "--rings", "4"], "3")
    let summary = merge.summary()
    #expect(summary.measured == 0 && summary.missing.count == 6)
    #expect(summary.foreign.count == 3)
    #expect(summary.foreign[0].text.contains("the recording was changed"))
    #expect(summary.foreign[1].text.contains("another build: 'base' was executable x"))
    #expect(summary.foreign[2].text.contains("another command: replay --rings 4"))
  }

  @Test("Outcomes that are not those of the recording, or of the other build, come first")
  func diverged() {
    var results = CorpusFixture.replays(of: manifest)
    let task = manifest.task(3)
    results[3] = CorpusFixture.result(
      task,
      .diverged,
      report: CorpusFixture.replay(digest: "other").replacing(
        "\"firstDivergence\": null",
        with: "\"firstDivergence\": {\"index\": 41, \"command\": \"accel\"}"
      )
    )
    results.removeLast()
    var summary = CorpusFixture.summary(manifest, results)
    #expect(summary.verdict == .diverged)
    #expect(summary.diverged == [.init(name: task.name, text: "first at step 41, accel")])
    #expect(
      summary.differing
        == [.init(name: "drives/1.mcap, replay", text: "base digest 1, head other")]
    )
    summary.mayDiffer = true
    #expect(summary.verdict == .diverged, "--ignore-digest is about builds, not recordings")
  }

  @Test("Commands that occur nowhere are named, and fail where that was asked for")
  func coverage() {
    var summary = CorpusFixture.summary(manifest, CorpusFixture.replays(of: manifest))
    #expect(summary.uncovered == ["DeviceCatalog: sendloc", "DeviceCatalog: play"])
    #expect(summary.coverage[0].commands[0] == .init(name: "accel", events: 30, recordings: 3))
    #expect(summary.verdict == .pass)
    summary.needsCoverage = true
    #expect(summary.verdict == .partial)
  }

  @Test("More instructions or allocations in a single recording are a regression")
  func counts() {
    let manifest = CorpusFixture.manifest(4, [["count"]])
    func summary(_ instructions: Int, _ allocations: Int) -> CorpusSummary {
      CorpusFixture.summary(
        manifest,
        manifest.tasks.map { task in
          let isChanged = task.build.name == "head" && task.recording.path == "drives/2.mcap"
          return CorpusFixture.result(
            task,
            report: CorpusFixture.counts(
              instructions: isChanged ? instructions : 100_000,
              allocations: isChanged ? allocations : 0
            )
          )
        }
      )
    }
    #expect(summary(100_000, 0).verdict == .pass)
    #expect(summary(101_000, 0).verdict == .pass)
    let slower = summary(101_001, 0)
    #expect(slower.verdict == .regressed)
    #expect(slower.regressions == ["instructions of accel, in 1 of 4 recordings"])
    #expect(slower.counts[0].worst == "drives/2.mcap")
    #expect(slower.counts[0].total.base == 400_000 && slower.counts[0].total.head == 401_001)
    #expect(summary(100_000, 1).regressions == ["allocations of accel, in 1 of 4 recordings"])
    // System calls were not counted, and nothing is claimed of them.
    #expect(slower.counts[2].total.verdict == nil && slower.counts[2].recordings == 0)
  }
}
