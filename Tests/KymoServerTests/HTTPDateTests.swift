import Testing

@testable import KymoServer

@Suite("Dates of HTTP") struct HTTPDateTests {
  @Test(
    "RFC 9110's own example, and days around leap years",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ] as [(Int64, String)]
  )
  func examples(_ second: Int64, _ text: String) { #expect(HTTPDate.text(second) == text) }
}
