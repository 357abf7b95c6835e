import Testing

@testable import KymoDevice

@Suite("Audio player") struct AudioPlayerTests {
  private static let second: Int64 = 1_000_000_000

  /// A player of files of a second each, and one of no length.
  private func makePlayer() throws -> AudioPlayer {
    let sandbox = AudioSandbox()
    let bytes = try #require(UnsafeSoundFile.encode(Array(repeating: 1, count: 44_100)))
    for index in 0..<20 { try sandbox.store(bytes, as: "\(index).caf") }
    try sandbox.store(try #require(UnsafeSoundFile.encode([])), as: "empty.caf")
    try sandbox.store([1, 2, 3], as: "text.caf")
    return AudioPlayer(sandbox: sandbox)
  }

  @Test(
    "plays until the end of the last loop",
    arguments: [
      (0, second), (1, 2 * second), (9, 10 * second), (-1, nil), (.min, nil), (.max, nil),
    ] as [(Int, Int64?)]
  )
  func loops(loops: Int, end: Int64?) throws {
    var player = try makePlayer()
    try player.start("0.caf", loops: loops, at: 100)
    #expect(player.isPlaying("0.caf", at: 100) && !player.isPlaying("1.caf", at: 100))
    #expect(player.isPlaying("0.caf", at: 0))
    if let end {
      #expect(player.isPlaying("0.caf", at: 99 + end))
      #expect(!player.isPlaying("0.caf", at: 100 + end))
      #expect(!player.isPlaying("0.caf", at: .max))
    } else {
      #expect(player.isPlaying("0.caf", at: .max))
    }
  }

  @Test("goes on where it was paused") func pause() throws {
    var player = try makePlayer()
    try player.start("0.caf", loops: 1, at: 0)
    #expect(try player.pause("0.caf", at: Self.second / 2))
    #expect(try !player.pause("0.caf", at: Self.second))
    #expect(!player.isPlaying("0.caf", at: Self.second))
    try player.start("0.caf", at: 100 * Self.second)  // Its loops are those of the start.
    #expect(player.isPlaying("0.caf", at: 101 * Self.second + Self.second / 2 - 1))
    #expect(!player.isPlaying("0.caf", at: 101 * Self.second + Self.second / 2))
    #expect(try !player.pause("0.caf", at: 102 * Self.second))
    #expect(player.started == 2)
    try player.start("0.caf", at: 102 * Self.second)
    #expect(player.isPlaying("0.caf", at: 103 * Self.second - 1))
    #expect(!player.isPlaying("0.caf", at: 103 * Self.second))
    #expect(player.started == 3)
  }

  @Test("a file that is playing plays on when it is started again") func again() throws {
    var player = try makePlayer()
    try player.start("0.caf", at: 0)
    try player.start("0.caf", loops: -1, at: Self.second / 2)
    #expect(player.started == 1 && !player.isPlaying("0.caf", at: Self.second))
  }

  @Test("starts anew after a stop") func stop() throws {
    var player = try makePlayer()
    try player.start("0.caf", loops: -1, at: 0)
    #expect(try player.stop("0.caf", at: 10))
    #expect(try !player.stop("0.caf", at: 10) && !player.isPlaying("0.caf", at: 10))
    try player.start("0.caf", at: 20)
    #expect(!player.isPlaying("0.caf", at: 20 + Self.second))
    #expect(try !player.stop("0.caf", at: 20 + Self.second))
  }

  @Test("refuses what is not there or is no audio") func refused() throws {
    var player = try makePlayer()
    #expect(throws: PhoneError.noSuchFile) { try player.start("none.caf", at: 0) }
    #expect(throws: PhoneError.notAudio) { try player.start("text.caf", at: 0) }
    #expect(throws: PhoneError.invalidName) { try player.start("../0.caf", at: 0) }
    #expect(throws: PhoneError.invalidName) { try player.pause("../0.caf", at: 0) }
    #expect(throws: PhoneError.invalidName) { try player.stop("../0.caf", at: 0) }
    #expect(!player.isPlaying("../0.caf", at: 0) && player.started == 0)
    #expect(try !player.pause("none.caf", at: 0) && !player.stop("none.caf", at: 0))
  }

  @Test("a file of no length ends at once, even in a loop", arguments: [0, 5, -1])
  func empty(loops: Int) throws {
    var player = try makePlayer()
    try player.start("empty.caf", loops: loops, at: 7)
    #expect(!player.isPlaying("empty.caf", at: 7))
  }

  @Test("plays sixteen files at once, and one more when one has ended") func many() throws {
    var player = try makePlayer()
    try player.start("0.caf", at: 0)
    for index in 1..<16 { try player.start("\(index).caf", loops: -1, at: 0) }
    #expect((0..<16).allSatisfy { player.isPlaying("\($0).caf", at: 1) })
    #expect(throws: PhoneError.tooManyPlayers) { try player.start("16.caf", at: Self.second - 1) }
    try player.pause("1.caf", at: 5)
    #expect(throws: PhoneError.tooManyPlayers) { try player.start("16.caf", at: Self.second - 1) }
    try player.start("16.caf", at: Self.second)
    #expect(player.isPlaying("16.caf", at: Self.second))
    try player.stop("2.caf", at: Self.second)
    try player.start("17.caf", at: Self.second)
    #expect(player.started == 18)
  }
}
