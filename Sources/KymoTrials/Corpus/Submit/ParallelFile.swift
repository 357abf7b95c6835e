import KymoText

/// The file for GNU parallel.
struct ParallelFile {
  private let job: CorpusJob

  /// Prepares the file of a job.
  init(_ job: CorpusJob) { self.job = job }

  /// A script that runs every task, and merges.
  var file: CorpusJobFile {
    // Without a number, parallel runs as many at once as there are cores.
    let jobs = job.isAlone ? 1 : job.parallel
    let limit = jobs.map { " --jobs \($0)" } ?? ""
    let why =
      job.isAlone
      ? "# Times are measured, so there is one task at a time.\n"
      : "# Outcomes do not depend on who shares the machine.\n"
    return CorpusJobFile(
      name: "parallel.sh",
      text: """
        #!/bin/sh
        # Runs every task of the corpus, and merges. PARALLEL_SEQ tells each process which one it is. A task that failed is
        # tried three times; run this again to repeat those alone whose result is not there.
        \(why)\(setup)mkdir -p \(job.results.shellQuoted)
        seq \(job.indexCount) | parallel --will-cite -n0\(limit) --retries 3 --halt never \\
          \(job.run.shellQuoted)
        exec \(job.merge)

        """
    )
  }

  private var setup: String { job.setup.map { $0 + "\n" } ?? "" }
}
