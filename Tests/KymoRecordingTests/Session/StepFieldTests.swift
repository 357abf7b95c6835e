import KymoCore
import KymoMCAP
import Testing

@testable import KymoRecording

/// Two steps that differ in one byte differ in one field, and it is named.
@Suite("Fields of a step") struct StepFieldTests {
  /// Where each field lies, as the schema of `/trace` has it behind the encapsulation.
  static let fields: [(path: String, places: Range<Int>)] = [
    ("trace.encapsulation", 0..<4), ("outcome.index", 4..<12), ("event.sequence", 12..<16),
    ("event.command", 16..<18), ("event.source", 18..<19), ("outcome.status", 19..<20),
    ("outcome.stage", 20..<21), ("outcome.handler", 21..<22), ("outcome.error_code", 22..<24),
    ("reply.kind", 24..<25), ("reply.repeats_input", 25..<26), ("trace.padding", 26..<28),
    ("reply.size", 28..<32),
  ]

  private func differences(_ recorded: [UInt8], _ replayed: [UInt8]) -> [FieldDifference] {
    var log = DifferenceLog(VerificationTolerance())
    recorded.withRawSpan { recorded in
      replayed.withRawSpan { replayed in StepField.note(recorded, replayed, in: &log) }
    }
    return log.differences
  }

  /// A step with a reply of three words.
  private func step(_ kind: ReplyKind, _ words: [Double]) -> [UInt8] {
    var bytes = [UInt8](repeating: 7, count: 32)
    bytes[24] = kind.rawValue
    return bytes + SessionSample.cdr(words.map(\.bitPattern)).dropFirst(4)
  }

  @Test("Every byte before the reply belongs to one field")
  func header() {
    let step = [UInt8](repeating: 7, count: 32)
    for (path, places) in Self.fields {
      for place in places {
        var other = step
        other[place] ^= 0x80
        #expect(differences(step, other) == [FieldDifference(path: path, count: 1)], "\(place)")
        #expect(differences(other, step) == [FieldDifference(path: path, count: 1)], "\(place)")
      }
      var other = step
      for place in places { other[place] = 9 }
      #expect(differences(step, other) == [FieldDifference(path: path, count: 1)])
    }
    #expect(Self.fields.map(\.places.count).reduce(0, +) == 32)
  }

  @Test("Numbers of a reply have names and a distance")
  func numbers() {
    for (kind, paths) in [
      (ReplyKind.acceleration, ["reply.x", "reply.y", "reply.z"]),
      (.coordinates, ["reply.latitude", "reply.longitude", "reply.altitude"]),
    ] {
      for (index, path) in paths.enumerated() {
        for (value, distance) in [
          (1.5, 0.5), (0.25, 0.75), (.infinity, .infinity), (.nan, .infinity),
        ]
          as [(Double, Double)]
        {
          var words = [1.0, 1, 1]
          words[index] = value
          let expected = FieldDifference(path: path, count: 1, largest: distance)
          #expect(differences(step(kind, [1, 1, 1]), step(kind, words)) == [expected])
        }
      }
      #expect(
        differences(step(kind, [1, 2, 3]), step(kind, [3, 2, 1])).map(\.path) == [
          paths[0], paths[2],
        ]
      )
    }
  }

  @Test("What is no number has no distance")
  func words() {
    for (kind, paths) in [
      (ReplyKind.text, ["reply.length", "reply.hash", "reply.cause"]),
      (ReplyKind(rawValue: 200), ["reply.word0", "reply.word1", "reply.word2"]),
    ] {
      let found = differences(step(kind, [1, 1, 1]), step(kind, [2, 2, 2]))
      #expect(found == paths.map { FieldDifference(path: $0, count: 1) })
    }
  }

  @Test("What no field has is data: steps that are too short, and bytes behind the reply")
  func data() {
    let data = [FieldDifference(path: "trace.data", count: 1)]
    let whole = step(.acceleration, [1, 2, 3])
    #expect(differences(Array(whole.prefix(31)), whole) == data)
    #expect(differences(whole, Array(whole.prefix(31))) == data)
    #expect(differences([], []) == data)
    #expect(differences(whole, whole + [1]) == data)
    #expect(differences(whole + [2], whole + [1]) == data)
    // Words that one of them lacks are not compared.
    #expect(differences(whole, Array(whole.dropLast())) == data)
    var other = whole
    other[32] ^= 1
    #expect(differences(whole, Array(other.prefix(40))).map(\.path) == ["reply.x"])
  }
}
