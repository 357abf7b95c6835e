import Foundation

/// The files of this repository, as the checks see them.
struct SourceTree {
  /// The folder that holds Package.swift.
  let root: URL

  /// The tree that this file was compiled from.
  static let current = SourceTree(
    root: URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  )

  /// The paths below `folder` that end in one of `suffixes`, sorted; empty if there is no folder.
  func paths(in folder: String, endingIn suffixes: [String]) -> [String] {
    let start = root.appendingPathComponent(folder).path
    guard let names = FileManager.default.subpaths(atPath: start) else { return [] }
    return
      names
      .filter { name in suffixes.contains { name.hasSuffix($0) } }
      .filter { !$0.split(separator: "/").contains(".build") }
      .map { "\(folder)/\($0)" }
      .sorted()
  }

  /// The Swift files below `folder`.
  func swiftFiles(in folder: String) throws -> [SourceFile] {
    try paths(in: folder, endingIn: [".swift"]).map { try file($0) }
  }

  /// One file.
  func file(_ path: String) throws -> SourceFile {
    SourceFile(
      path: path,
      text: try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    )
  }

  /// The names of everything below `folder`, from there.
  func allNames(in folder: String) -> [String] {
    FileManager.default.subpaths(atPath: root.appendingPathComponent(folder).path) ?? []
  }

  /// Whether there is a file or a folder at a path.
  func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  /// The names directly within `folder`.
  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .sorted()
  }
}
