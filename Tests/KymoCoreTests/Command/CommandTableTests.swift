import KymoCore
import KymoTestSupport
import Testing

/// Names to ids, and the mistakes that a table refuses.
@Suite("Command table") struct CommandTableTests {
  static func table(_ names: [String], seed: UInt64 = 0) throws -> CommandTable {
    var map = CommandMap()
    for name in names { map.business(name, Handler()) }
    return try CommandTable(map, seed: seed)
  }

  /// Distinct names of all kinds: short, long, not ASCII, and prefixes of one another.
  static func names(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededRandom(seed: seed)
    let alphabet = Array("abcxyzABC019_.-/ é日本🛰️ñß\u{0301}\u{0}")
    var known: Set<[UInt8]> = []
    var names: [String] = []
    while names.count < count {
      var name = ""
      if random.once(in: 3), let earlier = names.randomElement(using: &random) {
        name = random.once(in: 2) ? earlier : String(earlier.dropLast())
      }
      let length = random.once(in: 50) ? 300 : 1 + random.below(12)
      for _ in 0..<length { name.append(alphabet[random.below(alphabet.count)]) }
      if known.insert(Array(name.utf8)).inserted { names.append(name) }
    }
    return names
  }

  @Test(
    "Every name finds its id, whatever the seed",
    arguments: [1, 2, 3, 16, 17, 100, 1000, 4096]
  )
  func perfectHash(_ count: Int) throws {
    let names = Self.names(count, seed: UInt64(count))
    for seed in [0, UInt64.max] {
      let table = try Self.table(names, seed: seed)
      #expect(table.names.map { Array($0.utf8) } == names.map { Array($0.utf8) })
      var wrong: [String] = []
      for (row, name) in names.enumerated() {
        let id = CommandID(rawValue: UInt16(row + 1))
        if table.id(of: name) != id || table.name(of: id) != name { wrong.append(name) }
        if UnsafeBytes.id(of: Array(name.utf8), in: table) != id { wrong.append(name) }
      }
      #expect(wrong.isEmpty, "seed \(seed)")
    }
  }

  @Test("A name that is not mapped is unknown, however near", arguments: [1, 7, 64, 1000])
  func nearMisses(_ count: Int) throws {
    let names = Self.names(count, seed: 99)
    let known = Set(names.map { Array($0.utf8) })
    let table = try Self.table(names)
    var random = SeededRandom(seed: 5)
    var probes: [[UInt8]] = [[], [0]]
    for name in names {
      let bytes = Array(name.utf8)
      probes += [bytes + [0], bytes + [32], Array(bytes.dropLast()), Array(bytes.dropFirst())]
      var changed = bytes
      changed[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      probes += [changed, bytes.reversed(), bytes + bytes]
    }
    var wrong: [[UInt8]] = []
    for probe in probes where !known.contains(probe) {
      if UnsafeBytes.id(of: probe, in: table) != .unknown { wrong.append(probe) }
    }
    #expect(wrong.isEmpty)
    #expect(table.id(of: "") == .unknown)
  }

  @Test("Names that differ only in normalization are two commands")
  func normalization() throws {
    let table = try Self.table(["caf\u{E9}", "cafe\u{301}"])
    #expect(table.names.count == 2)
    #expect(table.id(of: "caf\u{E9}").rawValue == 1)
    #expect(table.id(of: "cafe\u{301}").rawValue == 2)
  }

  @Test("Short names that differ in any one byte are commands of their own")
  func shortNames() throws {
    var names: [String] = []
    for length in 1...17 {
      let name = String(repeating: "a", count: length)
      names.append(name)
      names += (0..<length).map { String(name.prefix($0)) + "b" + name.dropFirst($0 + 1) }
    }
    // With each name alone in the table the others are compared with it, byte by byte.
    for name in names {
      let table = try Self.table([name])
      #expect(names.filter { table.id(of: $0) != .unknown } == [name])
    }
  }

  @Test("The ids follow the order of mapping")
  func order() throws {
    var map = CommandMap()
    map.view("b", Handler())
    map.business("a", Handler())
    map.validate("b", Handler())
    map.error("c", Handler())
    let table = try CommandTable(map, seed: 12345)
    #expect(table.names == ["b", "a", "c"])
    #expect(table.id(of: "a").rawValue == 2)
    #expect(table.name(of: .unknown) == nil)
    #expect(table.name(of: CommandID(rawValue: 4)) == nil)
    let again = try Self.table(["b", "a", "c"], seed: 12345)
    #expect(again.hashSeed == table.hashSeed)
  }

  /// The error with which a table of `map` is refused.
  func refusal(_ map: CommandMap) -> CommandTableError? {
    do throws(CommandTableError) {
      _ = try CommandTable(map)
      return nil
    } catch {
      return error
    }
  }

  @Test("A map with a mistake is refused, and the error names it")
  func errors() {
    var empty = CommandMap()
    empty.view("", Handler())
    #expect(refusal(empty) == .emptyName)

    var most = CommandMap()
    for number in 0..<CommandTable.maximumCommands { most.view("c\(number)", Handler()) }
    #expect(refusal(most) == nil)
    most.view("one more", Handler())
    #expect(refusal(most) == .tooManyCommands(4097))

    var both = CommandMap()
    both.batch("accel", BatchHandler())
    both.error("accel", Handler())
    #expect(refusal(both) == .batchAndStages(command: "accel"))

    var defaults = CommandMap()
    defaults.batch("accel", BatchHandler())
    defaults.validate("default", Handler())
    #expect(refusal(defaults) == .batchAndStages(command: "accel"))

    var crowded = CommandMap()
    for _ in 0..<200 { crowded.view("a", Handler()) }
    for _ in 0..<55 { crowded.view("default", Handler()) }
    #expect(refusal(crowded) == nil)
    crowded.view("a", Handler())
    #expect(refusal(crowded) == .tooManyHandlers(command: "a"))

    #expect(refusal(CommandMap()) == nil)
    #expect("\(CommandTableError.batchAndStages(command: "accel"))".contains("accel"))
    #expect("\(CommandTableError.tooManyCommands(4097))".contains("4097"))
  }
}
