import KymoCommandLine
import KymoCore
import KymoRecording
import KymoText

extension AppInstance {
  /// The channels of an app.
  ///
  /// - Throws: what is wrong with its list.
  static func table(_ type: any App.Type) throws(CommandFailure) -> ChannelTable {
    do { return try channels(type) } catch {
      throw CommandFailure("the app \(type.name.printable): \(error)".printable)
    }
  }

  /// Makes an app for a command.
  ///
  /// - Throws: why it cannot run, under its name unless a file is to blame.
  static func make(
    _ type: any App.Type,
    _ setup: AppSetup,
    prepare: (inout CommandMap) throws(CommandTableError) -> Void = { _ in }
  ) throws(CommandFailure) -> AppInstance {
    do { return try AppInstance(type, setup: setup, prepare: prepare) } catch {
      switch error {
      case .sandbox: throw CommandFailure("\(error)")
      case .setup, .map, .channels:
        throw CommandFailure("the app \(type.name): \(error)".printable)
      }
    }
  }
}
