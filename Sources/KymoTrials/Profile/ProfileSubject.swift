package import KymoRecording

/// The subject of a profile: a recording, and the app that it goes through.
package struct ProfileSubject {
  /// The recording, as the user named it.
  package let path: String
  /// The recording.
  package let file: SessionFile
  /// The app.
  package let app: any App.Type
  /// The setup of the runs.
  package let setup: AppSetup

  /// States what goes through what.
  package init(_ path: String, _ file: SessionFile, app: any App.Type, _ setup: AppSetup) {
    self.path = path
    self.file = file
    self.app = app
    self.setup = setup
  }
}
