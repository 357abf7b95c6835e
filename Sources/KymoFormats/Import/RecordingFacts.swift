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
        switch file.format {
        case .phyphox:
          let model = try PhyphoxCSV.device(reader: file.reader, header: file.header)
          if device.isEmpty { device = model }
        case .sensorLogger:
          let metadata = try SensorLoggerMetadata(reader: file.reader, header: file.header)
          device = metadata.device
          platform = metadata.platform
          isStandardised = metadata.isStandardised
        }
      } catch {
        throw ImportError(error, file: file.file.name)
      }
    }
    platform = options.platform ?? platform
    isStandardised = options.isStandardised ?? isStandardised
  }
}
