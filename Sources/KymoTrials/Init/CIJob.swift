import KymoText

/// The job that a CI server runs for an app: the same steps for each server.
struct CIJob: Sendable {
  /// One step.
  struct Step: Equatable, Sendable {
    /// The work that it does.
    let name: String
    /// The commands, one a line.
    let commands: [String]
    /// The report of tests that it leaves.
    var report: String?
    /// Whether it is for changes that are proposed, and needs what they are to be merged into.
    var needsBase = false
  }

  /// The image in which the job runs: Debian 12 with Swift.
  static let image = "swift:6.3-bookworm"
  /// The packages that the job's commands need beside Swift: what Kymograph is built with, valgrind
  /// to count, git to compare.
  static let packages = [
    "libzstd-dev", "liblz4-dev", "libdeflate-dev", "libxxhash-dev", "libsimdjson-dev",
    "libsndfile1-dev",
    "libarchive-dev", "libexpat1-dev", "libsqlite3-dev", "libpcap-dev", "libhtp-dev",
    "libgnutls28-dev",
    "libcurl4-gnutls-dev", "libdw-dev", "libjavascriptcoregtk-4.1-0", "node-domino", "esbuild",
    "pkg-config",
    "valgrind", "git",
  ]

  private let package: AppPackage

  /// The job of a package.
  init(_ package: AppPackage) { self.package = package }

  /// The commands that prepare a machine that has Debian 12 and Swift.
  var preparation: [String] {
    var commands = [
      "apt-get update -qq",
      "apt-get install -y -qq --no-install-recommends \(Self.packages.joined(separator: " "))",
      // The files belong to whoever checked them out, which need not be the job's user.
      "git config --global --add safe.directory \"$PWD\"",
    ]
    if case .path(let path) = package.dependency {
      commands.append(
        "test -f \(path.shellQuoted)/Package.swift || { echo 'Kymograph is not in \(path): install its packages here,"
          + " use an image that has them, or let Package.swift name its repository'; exit 1; }"
      )
    }
    return commands
  }

  /// The steps with a verdict.
  ///
  /// - Parameters:
  ///   - base: the revision that a proposed change is to be merged into.
  ///   - server: the server that runs them; GitHub's shows annotations in the lines of a change.
  /// - Returns: the steps, in the order in which they run.
  func steps(base: String, on server: CIServer) -> [Step] {
    let tool = package.tool
    let page = package.hasPage ? " --page \(AppPackage.page)" : ""
    let recording = AppPackage.reference
    let verify =
      package.hasPage
      ? "\(tool) run \(AppPackage.page) \(recording) --verify"
      : "\(tool) replay \(recording) --verify"
    let annotated = server == .github ? "--export github-annotations " : ""
    let limits = "--limits \(AppPackage.limits) \(annotated)--export junit="
    return [
      Step(name: "Build", commands: ["swift build -c release"]),
      Step(
        name: "Replay: is every outcome what it was?",
        commands: [verify]
      ),
      Step(
        name: "Counts within their limits",
        commands: ["\(tool) count \(recording)\(page) \(limits)counts.junit.xml"],
        report: "counts.junit.xml"
      ),
      Step(
        name: "Latencies under load within their limits",
        commands: ["\(tool) bench \(recording)\(page) --attempts 3 \(limits)load.junit.xml"],
        report: "load.junit.xml"
      ),
      Step(
        name: "Is it slower?",
        // A change with a new reference means its answers to differ: the costs are compared all the same.
        commands: [
          "git diff --quiet \(base) HEAD -- \(recording) || differ=--ignore-digest; "
            + "\(tool) gate \(base) HEAD \(recording)\(page) ${differ:-} \(annotated)--export junit=gate.junit.xml"
        ],
        report: "gate.junit.xml",
        needsBase: true
      ),
    ]
  }

  /// The file for a server.
  func text(for server: CIServer) -> String {
    let (text, mark) =
      switch server {
      case .github: (github, "#")
      case .gitlab: (gitlab, "#")
      case .jenkins: (jenkins, "//")
      }
    return (package.dependency.remark.map { "\(mark) \($0).\n" } ?? "") + text
  }

  /// The branch that changes are merged into.
  private var branch: String { package.repository?.branch ?? "main" }

  private var github: String {
    var lines = [
      "name: Kymograph",
      "on:",
      "  push:",
      "    branches: [\(branch.yamlQuoted)]",
      "  pull_request:",
      "permissions:",
      "  contents: read",
      "jobs:",
      "  kymograph:",
      "    runs-on: ubuntu-latest",
      "    container: \(Self.image)",
      "    defaults:",
      "      run:",
      "        shell: bash",
      "    steps:",
      "      - name: Install what the job needs",
      "        run: |",
    ]
    lines += preparation.filter { !$0.hasPrefix("git config") }.map { "          \($0)" }
    lines += [
      "      - uses: actions/checkout@v4",
      "        with:",
      "          fetch-depth: 0",
      "      - name: Let git read the files",
      "        run: |",
    ]
    lines += preparation.filter { $0.hasPrefix("git config") }.map { "          \($0)" }
    lines += [
      "      - uses: actions/cache@v4",
      "        with:",
      "          path: |",
      "            .build",
      "            ~/.cache/kymograph",
      "          key: build-${{ hashFiles('Package.*', 'Sources/**') }}",
      "          restore-keys: build-",
    ]
    for step in steps(base: "\"origin/$GITHUB_BASE_REF\"", on: .github) {
      lines.append("      - name: \"\(step.name)\"")
      if step.needsBase { lines.append("        if: github.event_name == 'pull_request'") }
      lines.append("        run: |")
      lines += step.commands.map { "          \($0)" }
    }
    lines += [
      "      - uses: actions/upload-artifact@v4",
      "        if: always()",
      "        with:",
      "          name: kymograph",
      "          path: '*.junit.xml'",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private var gitlab: String {
    var lines = [
      "kymograph:",
      "  image: \(Self.image)",
      "  rules:",
      "    - if: $CI_PIPELINE_SOURCE == \"merge_request_event\"",
      "    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH",
      "  variables:",
      "    GIT_DEPTH: \"0\"",
      "  cache:",
      "    key: kymograph",
      "    paths: [.build]",
      "  before_script:",
    ]
    lines += preparation.flatMap { ["    - |", "      \($0)"] }
    lines.append("  script:")
    let steps = steps(base: "\"$CI_MERGE_REQUEST_DIFF_BASE_SHA\"", on: .gitlab)
    for step in steps {
      lines += ["    # \(step.name)", "    - |"]
      if step.needsBase {
        lines.append("      if [ -n \"${CI_MERGE_REQUEST_DIFF_BASE_SHA:-}\" ]; then")
        lines += step.commands.map { "        \($0)" }
        lines.append("      fi")
      } else {
        lines += step.commands.map { "      \($0)" }
      }
    }
    lines += ["  artifacts:", "    when: always", "    reports:", "      junit:"]
    lines += steps.compactMap(\.report).map { "        - \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private var jenkins: String {
    var lines = [
      "pipeline {",
      "  agent { docker { image '\(Self.image)'; args '-u root' } }",
      "  stages {",
      "    stage('Install what the job needs') {",
      "      steps {",
    ]
    func shell(_ commands: [String], _ indent: String) -> [String] {
      ["\(indent)sh '''"] + commands.map { indent + $0 } + ["\(indent)'''"]
    }
    lines += shell(preparation, "        ") + ["      }", "    }"]
    let steps = steps(base: "\"origin/$CHANGE_TARGET\"", on: .jenkins)
    for step in steps {
      lines.append("    stage('\(step.name)') {")
      if step.needsBase { lines.append("      when { changeRequest() }") }
      lines += ["      steps {"] + shell(step.commands, "        ") + ["      }", "    }"]
    }
    lines += [
      "  }",
      "  post { always { junit allowEmptyResults: true, testResults: '*.junit.xml' } }",
      "}",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
