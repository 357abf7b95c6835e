import KymoScript
import Testing

@testable import KymoTrials

@Suite("esbuild")
struct EsbuildRunTests {
  @Test("What it says is read: the message, and the place in the lines after it")
  func failures() {
    let text = """
      ✘ [ERROR] Expected ";" but found "x"

          m1.js:3:14:
            3 │ let a = b x
              ╵           ^

      ✘ [ERROR] No matching export in "m0.js" for import "b"

          m2.js:1:9:
            1 │ import { b } from "./m0.js";
              ╵          ^

      2 errors
      """
    let found = EsbuildRun.failures(in: text)
    #expect(found.map(\.file) == ["m1.js", "m2.js"])
    #expect(found.map(\.line) == [3, 1])
    #expect(found.map(\.column) == [15, 10])
    #expect(found.first?.message == #"Expected ";" but found "x""#)
    #expect(EsbuildRun.failures(in: "✘ [ERROR] nothing\n").isEmpty)
    #expect(EsbuildRun.failures(in: "").isEmpty)
  }
}
