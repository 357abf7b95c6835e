import KymoCommandLine
import KymoReport
import KymoTrials

extension RunEnvironment {
  /// That of this process, with the command line that it was given.
  static func current(_ arguments: ParsedArguments) -> RunEnvironment {
    RunEnvironment(
      kernel: hostKernel,
      toolchain: BuildStamp.current.toolchain,
      commandLine: arguments.commandLine
    )
  }
}
