import KymoClient
import Testing

@Suite("Target of requests")
struct HTTPTargetTests {
  @Test("hosts, ports and bases")
  func parts() throws {
    let plain = try HTTPTarget("http://127.0.0.1:8080")
    #expect(plain.host == "127.0.0.1" && plain.port == 8080 && plain.base.isEmpty)
    #expect(plain.authority == "127.0.0.1:8080")
    let based = try HTTPTarget("HTTP://localhost/a/b/")
    #expect(based.host == "localhost" && based.port == 80 && based.base == "/a/b")
    #expect(based.authority == "localhost" && based.text == "http://localhost/a/b")
    let six = try HTTPTarget("http://[::1]:81")
    #expect(six.host == "::1" && six.authority == "[::1]:81")
  }

  @Test(
    "what is no target",
    arguments: [
      "https://a", "ftp://a", "a:80", "http://", "http://:80", "http://a:0", "http://a:65536",
      "http://a:x", "http://u@a", "http://a?x", "http://a#x", "http://::1:80", "http://[::1",
      "http://[::1]x", "http://a b", "",
    ]
  )
  func refused(text: String) {
    #expect(throws: HTTPTarget.Refusal.self) { try HTTPTarget(text) }
  }

  @Test("https is refused with its remedy")
  func https() {
    do {
      _ = try HTTPTarget("https://a")
      Issue.record("https was taken")
    } catch { #expect(error.description.contains("proxy that ends TLS")) }
  }
}
