import KymoCore
import KymoMCAP
import KymoQuery
import KymoRecording
import KymoSamples
import KymoTestSupport

/// Recordings in memory, and what statements find in them.
enum QuerySample {
  /// A kept recording.
  static func kept(_ name: String) throws -> SessionFile {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try SessionFile(path: "/\(folder)/Recordings/\(name)/session.mcap")
  }

  static func database(_ file: SessionFile) throws -> RecordingDatabase {
    let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file))
    return try RecordingDatabase(file, app)
  }

  /// The rows of a statement, or why there are none.
  static func rows(
    _ database: RecordingDatabase,
    _ sql: String
  ) -> (rows: [[QueryValue]], problem: QueryError?) {
    var rows: [[QueryValue]] = []
    let problem = database.run(sql) { rows.append($0) }
    return (rows, problem)
  }

  /// A file of another program: accelerations, locations and a channel of its own, at times of a seed, out of order and
  /// in many chunks.
  static func foreign(seed: UInt64, count: Int = 2000) throws -> SessionFile {
    var random = SeededRandom(seed: seed)
    let sink = MCAPMemorySink()
    var options = MCAPWriterOptions(compression: .lz4)
    options.chunkBytes = 4000
    var writer = try MCAPWriter(sink, options: options)
    let definition = "float64 x\nfloat64 y  # m/s\nfloat64 z\n"
    let vector = MCAPSchema(
      id: 1,
      name: "geometry_msgs/msg/Vector3",
      encoding: "ros2msg",
      data: Array(definition.utf8)
    )
    try writer.register(vector)
    for (id, topic) in [(UInt16(1), "/accelerometer"), (2, "/gyroscope"), (3, "/wheel/left")] {
      try writer.register(
        MCAPChannel(id: id, schemaID: 1, topic: topic, messageEncoding: "cdr")
      )
    }
    for index in 0..<count {
      let time = 1_700_000_000_000_000_000 + UInt64(index / 3) * 5_000_000
      var data: [UInt8] = [0, 1, 0, 0]
      for word in [Double(index), Double(index) / 7, index % 50 == 0 ? .nan : -1.5] {
        data += (0..<8).map { UInt8(truncatingIfNeeded: word.bitPattern >> ($0 * 8)) }
      }
      let late = UInt64.random(in: 0..<20_000_000, using: &random)
      try writer.append(
        MCAPMessage(
          channelID: UInt16.random(in: 1...3, using: &random),
          sequence: UInt32(index),
          logTime: time + (index % 10 == 0 ? late : 0),
          publishTime: time,
          data: data
        )
      )
    }
    _ = try writer.finish()
    return try SessionFile(MCAPMemorySource(sink.bytes))
  }
}
