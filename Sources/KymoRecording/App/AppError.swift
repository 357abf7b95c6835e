public import KymoCore

/// Why an app cannot run.
public enum AppError: Error, CustomStringConvertible {
  /// The directory for the device's files cannot be used: its path.
  case sandbox(String)
  /// The app's own reason, in one line.
  case setup(String)
  /// The fault in the app's list of channels.
  case channels(ChannelTableError)
  /// The fault in the app's map.
  case map(CommandTableError)

  /// One line, without the app's name.
  public var description: String {
    switch self {
    case .sandbox(let path):
      "\(path): it cannot be used as a sandbox (a sandbox is a directory that exists and may be "
        + "written to)"
    case .setup(let reason): reason
    case .channels(let error): "\(error)"
    case .map(let error): "\(error)"
    }
  }
}
