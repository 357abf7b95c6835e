import Glibc

extension CommandCounter {
  /// The program that is running, under a name that is as long in every run.
  ///
  /// - Throws: why it cannot be named.
  package static func program(
    in folder: UnsafeTemporaryFolder,
    _ limits: TrialLimits
  ) throws(CountUnavailable) -> String {
    let link = folder.path + "/kymo"
    do throws(TrialError) {
      let outcome = try limits.run(["ln", "-s", "--", "/proc/\(getpid())/exe", link])
      if outcome.end == .exited(0) { return link }
      throw TrialError(outcome.lastLines())
    } catch {
      throw CountUnavailable("the program cannot be named: \(error)")
    }
  }
}
