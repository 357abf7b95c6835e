import KymoCommandLine
import KymoTrials

extension BenchPage: ProfiledPage {
  func checkFigures() throws(TrialError) {
    do { try check() } catch { throw TrialError(error, tool: tool) }
  }
}
