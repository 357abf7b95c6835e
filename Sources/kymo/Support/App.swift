import KymoCore
import KymoDevice

/// The applications whose handlers a recording can be run through.
enum App {
  /// The names that `--app` takes; the first is the default.
  static let names = [DeviceCatalog.name]

  /// Builds the table of an application, with new handlers.
  static func table(_ name: String) -> CommandTable {
    precondition(names.contains(name), "--app was validated")
    do { return try CommandTable(DeviceCatalog.makeMap()) } catch {
      preconditionFailure("the map of \(name) is fixed: \(error)")
    }
  }
}
