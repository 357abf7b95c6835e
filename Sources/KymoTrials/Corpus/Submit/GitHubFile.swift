import KymoText

/// The file for GitHub: a workflow whose matrix has the tasks.
struct GitHubFile {
  private let job: CorpusJob

  /// Prepares the file of a job.
  init(_ job: CorpusJob) { self.job = job }

  /// A workflow; it belongs into `.github/workflows`.
  var file: CorpusJobFile {
    let tasks = (0..<job.indexCount).map { "\"\(job.tasks($0))\"" }
    let words = [job.tool, "corpus", "run", job.manifest, "-o", job.results].map(\.shellQuoted)
      .joined(separator: " ")
    return CorpusJobFile(
      name: "corpus.yml",
      text: """
        # Every job of the matrix runs some tasks of the corpus; the last one merges their results, and has the verdict.
        name: corpus
        on:
          workflow_dispatch:
          push:
            branches: [main]
        permissions:
          contents: read
        jobs:
          run:
            runs-on: ubuntu-latest
            strategy:
              fail-fast: false
              max-parallel: \(min(job.indexCount, job.parallel ?? 20))
              matrix:
                tasks:\(Self.list(tasks))
            steps:
              - uses: actions/checkout@v4
                with:
                  fetch-depth: 0
        \(setup)      - name: Run tasks ${{ matrix.tasks }}
                shell: bash
                run: |
                  for attempt in 1 2 3; do
                    status=0
                    \(words) --task ${{ matrix.tasks }} || status=$?
                    # 75 is worth another try.
                    [ "$status" -eq 75 ] || break
                  done
                  exit "$status"
              - uses: actions/upload-artifact@v4
                if: always()
                with:
                  name: corpus-${{ strategy.job-index }}
                  path: \(job.results.yamlQuoted)
                  if-no-files-found: ignore
          merge:
            needs: run
            if: always()
            runs-on: ubuntu-latest
            steps:
              - uses: actions/checkout@v4
        \(setup)      - uses: actions/download-artifact@v4
                with:
                  pattern: corpus-*
                  merge-multiple: true
                  path: \(job.results.yamlQuoted)
              - name: Merge
                shell: bash
                run: |
                  mkdir -p \(job.results.shellQuoted)
                  \(job.merge)

        """
    )
  }

  private var setup: String {
    guard let setup = job.setup else {
      return """
              # Put here what installs the tool, or give it with --setup.
              - run: |
                  command -v \(job.tool.shellQuoted)

        """
    }
    let lines = setup.split(separator: "\n").map { "          \($0)\n" }.joined()
    return "      - name: Make the tool available\n        shell: bash\n        run: |\n" + lines
  }

  /// A list of YAML over several lines, as long ones are.
  private static func list(_ words: [String]) -> String {
    let margin = "\n          "
    return margin
      + words.enumerated().reduce(into: "[") { text, word in
        if word.offset > 0 { text += word.offset.isMultiple(of: 10) ? ",\(margin) " : ", " }
        text += word.element
      } + "]"
  }
}
