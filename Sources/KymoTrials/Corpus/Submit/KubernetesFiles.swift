/// The files for kubectl: a job with an index for each task, and a job that merges.
struct KubernetesFiles {
  private let job: CorpusJob

  /// Prepares the files of a job.
  init(_ job: CorpusJob) { self.job = job }

  /// The job of the tasks, that of the merge, and one that applies both.
  var files: [CorpusJobFile] {
    [
      CorpusJobFile(name: "corpus.yaml", text: tasks),
      CorpusJobFile(name: "merge.yaml", text: merge),
      CorpusJobFile(name: "submit.sh", text: submit),
    ]
  }

  private var tasks: String {
    let alone =
      job.isAlone
      ? """
            affinity:
              podAntiAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  - topologyKey: kubernetes.io/hostname
                    labelSelector:
                      matchLabels:
                        app: kymo-corpus

      """ : ""
    return """
      # Every index is a task of the corpus. 75 is worth another try, and counts; what a build cannot do is not repeated.
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: kymo-corpus
      spec:
        completionMode: Indexed
        completions: \(job.indexCount)
        parallelism: \(min(job.indexCount, job.parallel ?? 8))
        backoffLimitPerIndex: 3
        maxFailedIndexes: \(job.indexCount)
        podFailurePolicy:
          rules:
            - action: Ignore
              onPodConditions:
                - type: DisruptionTarget
                  status: "True"
            - action: Count
              onExitCodes:
                containerName: kymo
                operator: In
                values: [75]
            - action: FailIndex
              onExitCodes:
                containerName: kymo
                operator: In
                values: [1, 64, 70]
        template:
          metadata:
            labels:
              app: kymo-corpus
          spec:
            restartPolicy: Never
      \(alone)\(pod(job.run))
      """
  }

  private var merge: String {
    """
    # Its exit status is the verdict: 0, 2 regressed, 3 partial, 4 diverged.
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: kymo-corpus-merge
    spec:
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
    \(pod(job.merge))
    """
  }

  /// The container and its volume, below the `spec` of a pod.
  private func pod(_ command: String) -> String {
    """
          containers:
            - name: kymo
              image: \((job.image ?? "kymo").yamlQuoted)
              workingDir: /corpus
              command: [sh, -c, \(line(command).yamlQuoted)]
              resources:
                requests:
                  cpu: \(job.isAlone ? "\"2\"" : "\"1\"")
              volumeMounts:
                - name: corpus
                  mountPath: /corpus
          volumes:
            - name: corpus
              persistentVolumeClaim:
                claimName: \((job.claim ?? "corpus").yamlQuoted)

    """
  }

  /// The process takes the place of the shell, so that it is told to end.
  private func line(_ command: String) -> String {
    // On lines of their own, as one may end in a comment.
    (job.setup.map { "set -e\n\($0)\n" } ?? "") + "exec " + command
  }

  private var submit: String {
    """
    #!/bin/sh
    # The volume has the manifest, the recordings and the executables, at the paths that the manifest names.
    set -e
    folder=$(dirname "$0")
    kubectl apply -f "$folder/corpus.yaml"
    until kubectl get job kymo-corpus -o jsonpath='{.status.conditions[*].type}' | grep -Eq 'Complete|Failed'; do
      sleep 10
    done
    kubectl apply -f "$folder/merge.yaml"

    """
  }
}
