import Foundation
import Testing

@testable import KymoText

@Suite("JSON text") struct JSONTextTests {
  @Test("keys keep their order, two spaces a level, empty things on one line") func layout() {
    let report: JSONText = [
      "schema": "kymograph.inspect/1",
      "events": 12,
      "channels": [
        ["topic": "/a", "ratePerSecond": 99.5], ["topic": "/b", "ratePerSecond": nil],
      ],
      "losses": [],
      "extra": [:],
      "valid": true,
    ]
    #expect(
      report.text == """
        {
          "schema": "kymograph.inspect/1",
          "events": 12,
          "channels": [
            {
              "topic": "/a",
              "ratePerSecond": 99.5
            },
            {
              "topic": "/b",
              "ratePerSecond": null
            }
          ],
          "losses": [],
          "extra": {},
          "valid": true
        }

        """
    )
  }

  @Test(
    "numbers",
    arguments: [
      (JSONText(0.1), "0.1"), (JSONText(100.0), "100"), (JSONText(1e300), "1e+300"),
      (JSONText(5e-324), "5e-324"), (JSONText(-0.0), "-0"),
      (JSONText(1.0 / 3), "0.3333333333333333"),
      (JSONText(Double.nan), "null"), (JSONText(-Double.infinity), "null"),
      (JSONText(Int64.min), "-9223372036854775808"), (JSONText(UInt64.max), "18446744073709551615"),
      (JSONText(Int?.none), "null"), (JSONText(Int?(3)), "3"),
    ]
  )
  func numbers(_ value: JSONText, _ text: String) {
    #expect(value.text == text + "\n")
  }

  @Test("strings are escaped, and others read them back") func strings() throws {
    let odd = "q\" b\\ n\n t\t nul\u{0} del\u{7F} e\u{301} 🚶 / \u{2028}"
    let text = JSONText([JSONText(odd)]).text
    #expect(text.contains(#"q\" b\\ n\n t\t nul\u0000 del\u007f"#))
    let back = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String]
    #expect(back == [odd])
  }

  @Test("everything on one line") func compact() {
    let report: JSONText = ["a": [1, "x y", [], nil], "b": ["c": [:]]]
    #expect(report.compactText == "{\"a\":[1,\"x y\",[],null],\"b\":{\"c\":{}}}\n")
  }

  @Test("a repeated key is a mistake of the author") func repeated() async {
    await #expect(processExitsWith: .failure) {
      let report: JSONText = ["a": 1, "a": 2]
      print(report)
    }
  }
}
