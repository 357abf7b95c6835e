import KymoRecording

/// What the files, or the user, say about the phone.
struct RecordingFacts {
  /// The name or model of the phone, or empty.
  var device = ""
  /// Its system.
  var platform: PhonePlatform?
  /// Whether iOS axes and units had been brought to Android's.
  var isStandardised: Bool?

  /// Reads the files of facts; what the user says goes first.
  init(_ files: [RecognisedFile], options: ImportOptions) throws(ImportError) {
    for file in files where file.role == .facts {
      do throws(CSVError) {
        try file.dialect.addFacts(reader: file.reader, header: file.header, to: &self)
      } catch {
        throw ImportError(error, file: file.file.name)
      }
    }
    platform = options.platform ?? platform
    isStandardised = options.isStandardised ?? isStandardised
  }
}
