import KymoReport

extension RunEnvironment {
  /// That of this process, with the command line that it was given.
  static func current(_ arguments: ParsedArguments) -> RunEnvironment {
    RunEnvironment(
      kernel: hostKernel,
      toolchain: BuildStamp.current.toolchain,
      commandLine: arguments.commandLine
    )
  }

  /// The system's name and release; nil if it does not tell.
  static var hostKernel: String? {
    do throws(CommandFailure) {
      let text = try UnsafeTextFile.read("/proc/sys/kernel/osrelease", limit: 4096)
      return "Linux " + text.prefix { $0 != "\n" }
    } catch { return nil }
  }
}
