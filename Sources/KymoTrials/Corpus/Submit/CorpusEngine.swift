/// Something that runs many processes, and that a corpus can be handed over to.
package enum CorpusEngine: String, CaseIterable {
  /// An array of jobs.
  case slurm
  /// GNU parallel, on this machine or by ssh.
  case parallel
  /// A job with indices.
  case kubernetes
  /// A matrix of jobs.
  case github

  /// The program that a machine with it has; nil if its file is committed.
  package var program: String? {
    switch self {
    case .slurm: "sbatch"
    case .parallel: "parallel"
    case .kubernetes: "kubectl"
    case .github: nil
    }
  }

  /// How many indices it takes, unless its configuration says otherwise.
  package var usualLimit: Int {
    switch self {
    // MaxArraySize is 1001, and the highest index is one less.
    case .slurm: 1001
    case .parallel: .max
    case .kubernetes: 100_000
    case .github: 256
    }
  }

  /// The script that hands a corpus over; nil if its file is committed.
  package var script: String? {
    switch self {
    case .slurm, .kubernetes: "submit.sh"
    case .parallel: "parallel.sh"
    case .github: nil
    }
  }

  /// The files for it.
  package func files(_ job: CorpusJob) -> [CorpusJobFile] {
    switch self {
    case .slurm: SlurmFiles(job).files
    case .parallel: [ParallelFile(job).file]
    case .kubernetes: KubernetesFiles(job).files
    case .github: [GitHubFile(job).file]
    }
  }
}
