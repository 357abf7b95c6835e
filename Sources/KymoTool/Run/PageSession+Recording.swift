import KymoCommandLine
import KymoRecording
import KymoScript
import KymoTrials

extension PageSession {
  /// The run, with what a recording of it says.
  func recordedRun(
    _ instance: borrowing AppInstance,
    _ web: WebViewOptions,
    bundler: String?
  ) -> RecordedRun {
    var description =
      file.map { SessionDescription(replaying: $0, origin: "run", calls: setup.calls) }
      ?? SessionDescription(origin: "run")
    description.calls = setup.calls
    description.seed = setup.seed
    description.hasDialogs = true
    description.page.merge(setting.description(web)) { $1 }
    description.page["bundler"] = bundler
    return RecordedRun(
      instance,
      description,
      of: file,
      options: OutputOptions.liveWriterOptions(arguments)
    )
  }
}
