import KymoCommandLine
import KymoRecording
import KymoScript
import KymoTrials

extension PageSession {
  /// What the recording says of the page that it is of; empty without one.
  var recordedPage: [String: String] { file?.description?.page ?? [:] }

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
    description.page["platform"] = platform.map(\.rawValue)
    description.page["bridge"] = linkOptions.dialect?.bridge.rawValue
    description.page["bundler"] = bundler
    let handlers = linkOptions.dialect?.handlers ?? [:]
    if !handlers.isEmpty {
      description.page["handlers"] = handlers.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value.rawValue)" }.joined(separator: " ")
    }
    let denied = web.denied.map(\.rawValue).sorted()
    if !denied.isEmpty { description.page["denied"] = denied.joined(separator: " ") }
    if web.device.name != WebViewOptions(for: platform, nil).device.name {
      description.page["device"] = web.device.name
    }
    return RecordedRun(
      instance,
      description,
      of: file,
      options: OutputOptions.liveWriterOptions(arguments)
    )
  }
}
