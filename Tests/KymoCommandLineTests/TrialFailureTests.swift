import KymoMCAP
import KymoTrials
import Testing

@testable import KymoCommandLine

@Suite("Errors of trials") struct TrialFailureTests {
  private func failure(_ error: TrialError) -> CommandFailure { CommandFailure(error) }

  @Test("One line, and the status that the kind stands for") func line() {
    let error = TrialError(about: "main", "it does not build", remedy: "see above")
    #expect(
      failure(error) == CommandFailure(file: "main", "it does not build", remedy: "see above")
    )
    let kinds: [TrialError.Kind] = [.failed, .stopped, .temporary, .request]
    #expect(
      kinds.map { failure(TrialError("x", kind: $0)).status } == [
        .failure, .partial, .temporary, .usage,
      ]
    )
  }

  @Test("A recording that cannot be read has the remedy of every other one") func recording() {
    let error = MCAPError(.truncated, at: 7, "the file ends within a record")
    #expect(failure(TrialError(error, about: "a.mcap")) == CommandFailure(error, file: "a.mcap"))
  }

  @Test("What throws nothing gives what it has") func value() throws {
    #expect(try CommandFailure.of(7) == 7)
  }
}
