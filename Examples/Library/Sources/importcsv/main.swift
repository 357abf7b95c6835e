import KymoFormats
import KymoMCAP
import KymoRecording
import KymoSamples

// What a phone app exported, as a recording: importcsv EXPORT OUT.mcap
let words = CommandLine.arguments
do {
  let events = try SessionImporter(formats: ImportFormats.all).open(paths: [words[1]])
  let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(events.description))
  var maker = try SessionMaker(MCAPFileSink(path: words[2]), app, events.description)
  try maker.append(allOf: events)
  let result = try maker.finish(adding: [events.metadata])
  print("\(result.events) events, digest \(TraceDigest.text(result.digest))")
}
