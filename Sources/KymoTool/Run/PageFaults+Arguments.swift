import KymoCommandLine
import KymoScript

extension PageFaults {
  /// Reads `--fault`, as often as it was given.
  ///
  /// - Throws: a usage error for what is no fault.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    do throws(PageFaultError) { try self.init(arguments.texts("fault")) } catch {
      guard case .noFault(let text) = error else { throw .usage("\(error)") }
      throw .usage(
        "--fault takes drop@N, duplicate@N, reorder@N, reload@N or delay@N=SECONDS, with a message's number "
          + "or with a probability such as 1%; not '\(text)'"
      )
    }
  }
}
