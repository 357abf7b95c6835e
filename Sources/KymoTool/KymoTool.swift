import Glibc

/// The command line as a library.
public struct KymoTool {
  /// The tool.
  public init() {}

  /// Runs the command line of this process, and ends the process with the exit status.
  public func main() -> Never {
    exit(CommandLineTool.kymo.runProcess(arguments: Array(CommandLine.arguments.dropFirst())))
  }
}
