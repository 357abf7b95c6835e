import Foundation
import KymoTestSupport
import Testing

extension TemporaryFolder {
  /// Makes a named pipe in it.
  func makePipe(_ name: String) throws {
    let result = unsafe mkfifo("\(path)/\(name)", 0o600)
    try #require(result == 0)
  }
}
