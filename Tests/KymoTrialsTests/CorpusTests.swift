import KymoReport
import Testing

@testable import KymoTrials

@Suite("Corpus: tasks and engines") struct CorpusTests {
  // MARK: Which tasks

  private func tasks(
    _ text: String? = nil,
    slice: Int = 1,
    of count: Int = 10,
    _ environment: [String: String] = [:]
  ) -> Result<[Int], TrialError> {
    do {
      return .success(
        try CorpusTaskRange.tasks(text, slice: slice, of: count) { environment[$0] }
      )
    } catch { return .failure(error) }
  }

  private func mistake(_ result: Result<[Int], TrialError>) -> String {
    guard case .failure(let failure) = result else { return "" }
    #expect(failure.kind == .request)
    return failure.description
  }

  @Test("An index is said, or comes from the engine, which may count from 1") func index() {
    #expect(tasks("7") == .success([7]))
    #expect(tasks("0-9") == .success([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    #expect(tasks(nil, ["SLURM_ARRAY_TASK_ID": "0"]) == .success([0]))
    #expect(tasks(nil, ["JOB_COMPLETION_INDEX": "9"]) == .success([9]))
    #expect(tasks(nil, ["PARALLEL_SEQ": "1"]) == .success([0]))
    #expect(tasks(nil, ["CI_NODE_INDEX": "10"]) == .success([9]))
    #expect(tasks(nil, ["SLURM_ARRAY_TASK_ID": "3", "PARALLEL_SEQ": "4"]) == .success([3]))
    #expect(tasks("0,7-9,2") == .success([0, 7, 8, 9, 2]))
    // What is said comes before what is around.
    #expect(tasks("2", ["SLURM_ARRAY_TASK_ID": "5"]) == .success([2]))
  }

  @Test("An index may stand for a slice, of which the last is what is left") func slice() {
    #expect(tasks(nil, slice: 4, ["SLURM_ARRAY_TASK_ID": "1"]) == .success([4, 5, 6, 7]))
    #expect(tasks(nil, slice: 4, ["SLURM_ARRAY_TASK_ID": "2"]) == .success([8, 9]))
    #expect(mistake(tasks(nil, slice: 4, ["SLURM_ARRAY_TASK_ID": "3"])).contains("tasks 0 to 9"))
  }

  @Test("What names no task, or two, is refused by name") func refused() {
    #expect(mistake(tasks(nil)).hasPrefix("no task is given: use --task I"))
    let both = mistake(tasks(nil, ["SLURM_ARRAY_TASK_ID": "3", "PARALLEL_SEQ": "3"]))
    #expect(
      both
        == "SLURM_ARRAY_TASK_ID=3 is task 3, PARALLEL_SEQ=3 is task 2; choose one with --task I"
    )
    #expect(mistake(tasks(nil, ["PARALLEL_SEQ": "0"])).contains("PARALLEL_SEQ='0'"))
    #expect(mistake(tasks(nil, ["SLURM_ARRAY_TASK_ID": "x"])).contains("is not an index"))
    #expect(mistake(tasks("1,0-2")).contains("names a task twice"))
    for text in ["", ",", "1,", "-1", "x", "3-", "3-2", "1-2-3", "0x1"] {
      #expect(mistake(tasks(text)).contains("--task takes"), "'\(text)'")
    }
    #expect(mistake(tasks("10")).contains("tasks 0 to 9"))
    #expect(mistake(tasks("8-10")).contains("tasks 0 to 9"))
  }

  // MARK: What a task does

  @Test("The command line of a task verifies what can be verified") func line() {
    var recording = CorpusRecording(
      path: "a.mcap",
      byteCount: 1,
      content: "c",
      app: "DeviceCatalog",
      digest: "d"
    )
    func line(_ words: [String]) -> [String] {
      let build = CorpusBuild(name: "x", origin: .tool(content: "t"))
      let task = CorpusTask(index: 0, recording: recording, build: build, words: words)
      return CorpusRunner.command(task, "kymo", "in/a.mcap")
    }
    let end = ["--format=json", "--quiet", "--", "in/a.mcap"]
    #expect(line(["replay"]) == ["kymo", "replay", "--verify"] + end)
    #expect(line(["replay", "--verify"]) == ["kymo", "replay", "--verify"] + end)
    #expect(line(["bench", "--rate", "5"]) == ["kymo", "bench", "--rate", "5"] + end)
    recording.digest = nil
    #expect(line(["replay"]) == ["kymo", "replay"] + end)
  }

  @Test("Paths of a manifest lead from its folder") func paths() {
    #expect(CorpusFiles.resolved("a.mcap", of: "corpus.json") == "a.mcap")
    #expect(CorpusFiles.resolved("../a.mcap", of: "plans/corpus.json") == "plans/../a.mcap")
    #expect(CorpusFiles.resolved("/a.mcap", of: "plans/corpus.json") == "/a.mcap")
    #expect(UnsafeFilePlace.relative("/x/y/a.mcap", from: "/x/z/w") == "../../y/a.mcap")
    #expect(UnsafeFilePlace.relative("/x/a.mcap", from: "/x") == "a.mcap")
    #expect(UnsafeFilePlace.relative("/x/a.mcap", from: "/") == "x/a.mcap")
  }

  // MARK: Engines

  private func job(_ count: Int, slice: Int = 1, isAlone: Bool = false) -> CorpusJob {
    CorpusJob(
      taskCount: count,
      slice: slice,
      isAlone: isAlone,
      manifest: "a corpus.json",
      results: "results",
      tool: "kymo"
    )
  }

  @Test("Slurm gets an array of as many indices as there are slices") func slurm() {
    let files = CorpusEngine.slurm.files(job(80))
    #expect(files.map(\.name) == ["corpus.sbatch", "merge.sbatch", "submit.sh"])
    #expect(files[0].text.contains("#SBATCH --array=0-79\n"))
    #expect(files[0].text.contains("kymo corpus run 'a corpus.json' -o results\n"))
    #expect(!files[0].text.contains("--exclusive"))
    #expect(files[2].text.contains("--dependency=afterany:\"$array\""))
    let sliced = CorpusEngine.slurm.files(job(81, slice: 8, isAlone: true))[0].text
    #expect(sliced.contains("#SBATCH --array=0-10\n") && sliced.contains("--slice 8"))
    #expect(sliced.contains("#SBATCH --exclusive\n"))
  }

  @Test("A shell accepts every script", arguments: CorpusEngine.allCases) func scripts(
    _ engine: CorpusEngine
  ) throws {
    var job = job(3, isAlone: true)
    job.setup = "export X='y z'"
    for file in engine.files(job) where !file.name.hasSuffix("l") {
      #expect(!file.text.contains("\t"))
      let outcome = try UnsafeChildProcess.run(["bash", "-n", "-c", file.text])
      #expect(outcome.end == .exited(0), "\(file.name): \(outcome.lastLines())")
    }
  }

  @Test("A matrix has a job for each slice, and every task once") func matrix() {
    let text = CorpusEngine.github.files(job(10, slice: 4))[0].text
    #expect(text.contains("[\"0-3\", \"4-7\", \"8-9\"]"))
    #expect(!text.contains("--slice"), "the matrix says which tasks")
  }

  @Test("Times want a machine alone, outcomes do not") func alone() {
    let parallel = CorpusEngine.parallel.files(job(4, isAlone: true))[0].text
    #expect(parallel.contains(" --jobs 1 "))
    #expect(!CorpusEngine.parallel.files(job(4))[0].text.contains("--jobs"))
    let pods = CorpusEngine.kubernetes.files(job(4, isAlone: true))[0].text
    #expect(pods.contains("podAntiAffinity"))
    #expect(!CorpusEngine.kubernetes.files(job(4))[0].text.contains("podAntiAffinity"))
  }
}
