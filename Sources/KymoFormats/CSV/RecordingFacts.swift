import KymoRecording

/// The facts about the phone, from the files or from the user.
struct RecordingFacts {
  /// The name or model of the phone, or empty.
  var device = ""
  /// Its system.
  var platform: PhonePlatform?
  /// Whether iOS axes and units had been brought to Android's.
  var isStandardised: Bool?
  /// Whether accelerations are in g whose unit no file states; nil if the user does not say it.
  let isInG: Bool?

  /// How long two rows of a sensor shall be apart, in s, by the sensor's name in lower case.
  var periods: [String: Double] = [:]
  /// The columns that were read of the file of facts at hand.
  var used: [Int] = []

  /// Reads the files of facts; what the user says goes first.
  init(
    _ files: [RecognisedFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) {
    isInG = options.isInG
    for file in files where file.role == .facts {
      used = []
      let reader = try file.open()
      do throws(CSVError) {
        try file.dialect.addFacts(reader: reader, header: file.header, to: &self)
      } catch {
        throw ImportError(error, file: file.file.name)
      }
      let columns = file.header.statements(used.map { ($0, "facts about the recording") })
      log.state(FileStatement(file: file.file.name, use: .facts, columns: columns))
    }
    platform = options.platform ?? platform
    isStandardised = options.isStandardised ?? isStandardised
  }
}
