import KymoText

/// The files for sbatch: an array of tasks, and a job that merges when all of them are over.
struct SlurmFiles {
  private let job: CorpusJob

  /// Prepares the files of a job.
  init(_ job: CorpusJob) { self.job = job }

  /// The script of the array, that of the merge, and one that submits both.
  var files: [CorpusJobFile] {
    [
      CorpusJobFile(name: "corpus.sbatch", text: array),
      CorpusJobFile(name: "merge.sbatch", text: merge),
      CorpusJobFile(name: "submit.sh", text: submit),
    ]
  }

  private var array: String {
    let limit = job.parallel.map { "%\($0)" } ?? ""
    let place =
      job.isAlone
      ? "# Times are measured: nobody else is to use the machine.\n#SBATCH --exclusive\n"
      : "# Outcomes do not depend on who shares the machine.\n#SBATCH --cpus-per-task=1\n"
    return """
      #!/bin/bash
      #SBATCH --job-name=kymo-corpus
      #SBATCH --array=0-\(job.indexCount - 1)\(limit)
      #SBATCH --requeue
      #SBATCH --open-mode=append
      #SBATCH --output=\(log("corpus-%A_%a.log"))
      \(place)
      # Paths are those of the folder in which this is submitted. A task that ends with 75 is worth another try: with
      # RequeueExit=75 in slurm.conf the cluster repeats it; where that is not set, this script asks for it, three times.
      \(setup)\(job.run)
      status=$?
      if [ "$status" -eq 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ] &&
        ! scontrol show config 2>/dev/null | grep -Eq '^RequeueExit *= *([0-9]+,)*75(,|$)'; then
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}" && sleep 60
      fi
      exit "$status"

      """
  }

  private var merge: String {
    """
    #!/bin/bash
    #SBATCH --job-name=kymo-merge
    #SBATCH --output=\(log("merge-%j.log"))

    # Its exit status is the verdict: 0, 2 regressed, 3 partial, 4 diverged.
    \(setup)exec \(job.merge)

    """
  }

  private var submit: String {
    """
    #!/bin/sh
    # Submits the array, and the merge behind it; run this where the paths of corpus.sbatch lead from.
    set -e
    folder=$(dirname "$0")
    mkdir -p \(job.results.shellQuoted)
    array=$(sbatch --parsable "$folder/corpus.sbatch")
    array=${array%%;*}
    merge=$(sbatch --parsable --dependency=afterany:"$array" "$folder/merge.sbatch")
    echo "array $array, merge ${merge%%;*}"

    """
  }

  /// The name of a log, beside the results.
  private func log(_ name: String) -> String { "\(job.results)/\(name)".shellQuoted }

  private var setup: String { job.setup.map { $0 + "\n" } ?? "" }
}
