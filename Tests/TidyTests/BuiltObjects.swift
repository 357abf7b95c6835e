import Foundation

/// The object files of a target, found beside the tests that are running.
enum BuiltObjects {
  /// The paths of all objects of `target` in the build that `testBundle` is part of.
  ///
  /// The bundle lies in the folder of its configuration (`.build/<triple>/debug`), and so does a
  /// folder for the objects of each target; a build with a sanitizer has a build folder of its own.
  static func paths(of target: String, testBundle: String) -> [String] {
    var folder = URL(fileURLWithPath: testBundle).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let objects = folder.appendingPathComponent("\(target).build")
      guard let names = FileManager.default.subpaths(atPath: objects.path) else { continue }
      return names.filter { $0.hasSuffix(".o") }.sorted().map {
        objects.appendingPathComponent($0).path
      }
    }
    return []
  }

  /// What a tool prints about an object.
  ///
  /// - Throws: ``Failed`` if the tool is missing or complains.
  static func run(_ tool: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(tool: tool, arguments: arguments) }
    return String(decoding: data, as: UTF8.self)
  }

  /// A tool that could not say anything.
  struct Failed: Error {
    let tool: String
    let arguments: [String]
  }
}
