import Glibc
public import KymoBench
import KymoCommandLine
public import KymoRecording

/// The command line as a library: every command, over a package's own apps.
///
/// The `main.swift` of a package is one line, and its executable has `replay`, `bench`, `gate`, `inspect`,
/// `call`, `capture`, `synth`, `import` and `recover`, with their reports, help and exit codes:
///
///     Kymo(apps: [StepCounter.self]).main()
public struct Kymo: Sendable {
  private let tool: CommandLineTool

  /// A tool that is called as its executable is.
  ///
  /// - Parameter apps: the apps that it runs; the first is the default of `--app`.
  ///   There is one at least, each has a name, and no two have the same: see ``main()``.
  public init(apps: [any App.Type]) {
    tool = CommandLineTool(
      ToolContext(
        name: ProgramName.current,
        invocation: ProgramName.invocation,
        apps: AppList(apps)
      )
    )
  }

  /// A tool that measures functions: `time`, which is also what it does without a word, and `count`.
  ///
  ///     Kymo(benchmarks: [
  ///       Benchmark("decode") { decode(bytes) }
  ///     ]).main()
  ///
  /// - Parameter benchmarks: the functions. There is one at least; each has a name of 1 to 80 printable characters,
  ///   which no other one has, and which is not `all`: see ``main()``.
  public init(benchmarks: [Benchmark]) {
    tool = CommandLineTool(
      functions: ToolContext(
        name: ProgramName.current,
        invocation: ProgramName.invocation,
        benchmarks: BenchmarkList(benchmarks)
      )
    )
  }

  /// A tool with a name and a version of its own.
  ///
  /// - Parameters:
  ///   - name: as it is typed; messages and help begin with it.
  ///   - version: what `--version` prints behind the name.
  ///   - apps: the apps that it runs; the first is the default of `--app`. There is one at least, each has a
  ///     name, and no two have the same: see ``main()``.
  public init(name: String, version: String, apps: [any App.Type]) {
    tool = CommandLineTool(
      ToolContext(
        name: name,
        invocation: ProgramName.invocation,
        version: version,
        apps: AppList(apps)
      )
    )
  }

  /// Runs the command line of this process, and ends the process with the exit status.
  ///
  /// A tool whose apps or benchmarks do not go together says so in a line on standard error, and ends with 70.
  public func main() -> Never {
    let arguments = Array(ProgramArguments.all.dropFirst())
    exit(tool.runProcess(arguments: arguments))
  }
}
