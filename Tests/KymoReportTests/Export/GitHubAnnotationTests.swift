import Testing

@testable import KymoBench
@testable import KymoReport

@Suite("Annotations for GitHub") struct GitHubAnnotationTests {
  @Test("what separates is escaped, in properties more than in messages") func escaping() {
    let annotation = GitHubAnnotation(.warning, "a: 50%, b\r\n", "c: 50%, d\r\ne")
    #expect(annotation.line == "::warning title=a%3A 50%25%2C b%0D%0A::c: 50%25, d%0D%0Ae")
    let long = GitHubAnnotation(.error, "a", String(repeating: "%", count: 5000))
    #expect(long.line.utf8.count < 3 * 4000 + 30)
  }

  @Test("beyond ten of a level, the last says what the others would") func limit() {
    let all = (1...25).map { GitHubAnnotation(.error, "t", "m\($0)") }
    let lines = GitHubAnnotation.text(of: [GitHubAnnotation(.notice, "n", "o")] + all)
      .split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines[0] == "::error title=t::m1" && lines[8] == "::error title=t::m9")
    #expect(
      lines[9].hasPrefix("::error title=16 more::m10%0Am11%0A") && lines[9].hasSuffix("%0Am25")
    )
    #expect(lines[10] == "::notice title=n::o")
    #expect(GitHubAnnotation.text(of: Array(all.prefix(10))).matches(of: /more/).isEmpty)
    let mixed = all + [GitHubAnnotation(.error, "other", "x")]
    #expect(GitHubAnnotation.text(of: mixed).hasSuffix("%0Aother: x\n"))
  }

  @Test("of a run: what is invalid, what missed its deadline, and what is well") func bench() throws
  {
    let valid = try ExportSample.result { $0.deadlineNanoseconds = 1_000_000 }
    #expect(
      ExportFormat.githubAnnotations.text(of: valid, ExportSample.context) == """
        ::warning title=kymo bench%3A accel missed its deadline::8 of 1800 events of accel took \
        longer than 1.00 ms, 0.444 %25
        ::notice title=kymo bench%3A valid::response time of all commands of walk & "run".mcap: \
        p50 10.0 µs, p99 10.0 µs, max 8.00 ms; achieved 1,000.0 events/s

        """
    )
    let invalid = try ExportSample.invalidResult()
    #expect(
      ExportFormat.githubAnnotations.text(of: invalid, ExportSample.context)
        == "::error title=kymo bench%3A INVALID::5 events were lost (queue, newest)\n"
    )
  }
}
