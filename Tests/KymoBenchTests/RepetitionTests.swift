import KymoBench
import KymoHistogram
import Testing

@Suite("Repetitions") struct RepetitionTests {
  /// A run of 1,000 events of `cost` ns.
  private func repetition(cost: Int64, digest: String = "d", count: Int = 1000) throws -> Repetition
  {
    Repetition(try LoadFixture.simulate(count: count, cost: cost) { _ in }, digest: digest)
  }

  @Test("Percentiles of all come from the merged histograms, never from an average")
  func merged() throws {
    let set = RepetitionSet(
      try [500, 100, 300, 200].map { try repetition(cost: $0) }
    )
    #expect(set.reasons.isEmpty)
    let command = try #require(set.commands.first)
    #expect(command.name == "accel")
    #expect(command.response.count == 4000)
    #expect(command.response.p50 == 200)
    #expect(command.response.p99 == 500)
    #expect(command.service.p99 == 500)
    #expect(command.p50?.lowest == 100)
    #expect(command.p50?.median == 200, "the lower of the two in the middle")
    #expect(command.p50?.highest == 500)
    #expect(command.p99 == command.p50)
  }

  @Test("A spread needs the figure of every repetition")
  func spread() throws {
    #expect(RepetitionSpread([3, nil, 1]) == nil)
    #expect(RepetitionSpread([]) == nil)
    let spread = try #require(RepetitionSpread([9, 1, 5]))
    #expect([spread.lowest, spread.median, spread.highest] == [1, 5, 9])
    let set = RepetitionSet(
      [try repetition(cost: 100), try repetition(cost: 100, count: 500)]
    )
    #expect(set.commands[0].p99 == nil, "500 events are too few for a p99")
    #expect(set.commands[0].p50?.highest == 100)
    #expect(set.commands[0].response.p99 == 100)
  }

  @Test("One bad repetition spoils the set, and is named")
  func invalid() throws {
    var late = try repetition(cost: 100)
    late.reasons = ["the generator was late"]
    let set = RepetitionSet(
      [try repetition(cost: 100), late, try repetition(cost: 100, digest: "e")]
    )
    #expect(
      set.reasons == [
        "repetition 2: the generator was late",
        "repetition 3: its digest differs from that of the first",
      ]
    )
    #expect(RepetitionSet([]).reasons == ["no repetition came to its end"])
    #expect(set.json(recording: "a", wanted: 3).contains("\"valid\": false"))
  }

  @Test("JSON has a row for each repetition")
  func json() throws {
    let set = RepetitionSet([try repetition(cost: 100), try repetition(cost: 300)])
    let text = set.json(recording: "walk.mcap", wanted: 2)
    #expect(text.hasPrefix("{\n  \"schema\": \"kymograph.repetitions/1\",\n  \"valid\": true,\n"))
    #expect(text.matches(of: /"digest": "d"/).count == 2)
    #expect(
      text.contains(
        """
              "p99Nanoseconds": {
                "min": 100,
                "median": 100,
                "max": 300
              },
        """
      )
    )
    let cut = set.json(recording: "walk.mcap", wanted: 3)
    #expect(cut.contains("\"valid\": false,\n  \"interrupted\": true"))
  }
}
