import Testing

@testable import KymoServer

@Suite("Who may ask") struct RequestGuardTests {
  private func status(
    _ fields: [String: String],
    target: String = "/status",
    method: String = "GET",
    _ change: (inout ServerConfiguration) -> Void = { _ in }
  ) -> UInt16? {
    var configuration = ServerConfiguration()
    change(&configuration)
    var guardian = RequestGuard(configuration)
    let request = TestRequest.make(target, method: method)
    // Twice, since a host that was let in is remembered.
    let first = guardian.refusal(of: request) { fields[$0.rawValue] }
    let second = guardian.refusal(of: request) { fields[$0.rawValue] }
    #expect(first?.status == second?.status)
    return first?.status
  }

  @Test(
    "Names of this machine, and others",
    arguments: [
      ("localhost", nil), ("localhost:8080", nil), ("LocalHost", nil), ("127.0.0.1:1", nil),
      ("[::1]", nil), ("[::1]:8080", nil), ("evil.test", 421), ("localhost.evil.test", 421),
      ("[::1].evil.test", 421), ("localhost:evil.test", 421), ("127.0.0.1:80:80", 421), ("", 421),
      ("[::1", 421), ("::1", 421), ("localhost.", 421),
    ] as [(String, UInt16?)]
  )
  func hosts(_ host: String, _ refusal: UInt16?) { #expect(status(["Host": host]) == refusal) }

  @Test(
    "Targets that are whole URLs",
    arguments: [
      ("http", "localhost", true), ("http", "localhost:8080", true), ("http", "localhost:", true),
      ("http", "[::1]", true), ("http", "[::1]:8080", true), ("http", "[::1]:443", false),
      ("http", "localhost:80", true),
      ("http", "localhost:1", false), ("http", "localhost:99999", false),
      ("https", "localhost:8080", false), ("https", "localhost", false),
    ]
  )
  func wholeTargets(_ scheme: String, _ authority: String, _ isOwn: Bool) {
    #expect(RequestGuard(ServerConfiguration()).isOwn(scheme, authority, 8080) == isOwn)
  }

  @Test("Without a host") func noHost() { #expect(status([:]) == 400) }

  @Test("Names that were allowed") func allowedHosts() {
    let allow = { (configuration: inout ServerConfiguration) in
      configuration.hosts = ["Kymo.Test", "2001:db8::1"]
      configuration.address = "192.0.2.7"
    }
    #expect(status(["Host": "kymo.test:80"], allow) == nil)
    #expect(status(["Host": "[2001:DB8::1]:80"], allow) == nil)
    #expect(status(["Host": "192.0.2.7"], allow) == nil)
    #expect(status(["Host": "192.0.2.8"], allow) == 421)
  }

  @Test(
    "Pages of other origins",
    arguments: [
      ("http://localhost:1", nil), ("HTTP://LOCALHOST:1", nil), ("https://localhost:1", 403),
      ("http://localhost", 403), ("http://localhost:2", 403), ("null", 403), ("", 403),
      ("https://example.org", nil), ("https://example.org:443", 403),
    ] as [(String, UInt16?)]
  )
  func origins(_ origin: String, _ refusal: UInt16?) {
    let fields = ["Host": "localhost:1", "Origin": origin]
    #expect(status(fields) { $0.origins = ["https://example.org"] } == refusal)
  }

  @Test("Images, scripts and links of other pages") func fetches() {
    for site in ["cross-site", "same-site"] {
      let fields = ["Host": "localhost", "Sec-Fetch-Site": site]
      #expect(status(fields) == 403)
      let link = fields.merging(["Sec-Fetch-Mode": "navigate"]) { $1 }
      #expect(status(link) == 403)
      #expect(status(link, target: "/call?cmd=play") == 403)
      #expect(status(link, target: "/") == nil)
      #expect(status(link, target: "/?a=b") == nil)
    }
    for site in ["none", "same-origin"] {
      #expect(status(["Host": "localhost", "Sec-Fetch-Site": site]) == nil)
    }
  }

  @Test("The token") func token() {
    let token = { (configuration: inout ServerConfiguration) in
      configuration.token = "sixteen-letters-and-more"
    }
    func known(_ name: String, _ value: String, target: String = "/status") -> Bool {
      status(["Host": "localhost", name: value], target: target, token) == nil
    }
    #expect(known("Authorization", "Bearer sixteen-letters-and-more"))
    #expect(known("Authorization", "BEARER sixteen-letters-and-more"))
    #expect(!known("Authorization", "Bearer sixteen-letters-and-mor"))
    #expect(!known("Authorization", "Bearer"))
    #expect(!known("Authorization", ""))
    #expect(known("Cookie", "a=b;kymo-token=sixteen-letters-and-more"))
    #expect(known("Cookie", "kymo-token=wrong; kymo-token=sixteen-letters-and-more"))
    #expect(!known("Cookie", "kymo-token"))
    #expect(known("X", "", target: "/?token=sixteen-letters-and-more"))
    #expect(!known("X", "", target: "/status?token=sixteen-letters-and-more"))
    #expect(!known("X", "", target: "/?a=b&token=sixteen-letters-and-more"))
    // Browsers ask what they may do without it.
    #expect(status(["Host": "localhost"], method: "OPTIONS", token) == nil)
    #expect(status(["Host": "evil.test"], method: "OPTIONS", token) == 421)
  }

  @Test("What can be reached from elsewhere is protected") func beyondLoopback() {
    func isRefused(_ change: (inout ServerConfiguration) -> Void) -> Bool {
      var configuration = ServerConfiguration()
      change(&configuration)
      do {
        try configuration.check()
        return false
      } catch { return true }
    }
    let identity = ServerConfiguration.Identity(key: "", certificate: "")
    #expect(!isRefused { $0.address = "127.8.9.1" })
    #expect(!isRefused { $0.address = "::1" })
    for address in ["0.0.0.0", "::", "192.0.2.7", "128.0.0.1"] {
      #expect(isRefused { $0.address = address })
      #expect(isRefused { ($0.address, $0.token) = (address, "sixteen-letters-and-more") })
      #expect(isRefused { ($0.address, $0.identity) = (address, identity) })
      #expect(isRefused { ($0.address, $0.identity, $0.token) = (address, identity, "short") })
      #expect(
        !isRefused {
          ($0.address, $0.identity, $0.token) = (address, identity, "sixteen-letters-and-more")
        }
      )
    }
  }
}
