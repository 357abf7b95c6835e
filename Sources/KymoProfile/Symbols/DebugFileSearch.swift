/// Where what describes a stripped file may lie, if the file names it: as gdb looks for it, and never in a network.
enum DebugFileSearch {
  /// The folder of what distributions pack apart.
  static let global = "/usr/lib/debug"

  /// Where to look for one.
  ///
  /// - Parameters:
  ///   - link: what the file says that its description is called: a name, or a path.
  ///   - file: the path of the file.
  /// - Returns: paths, the nearest first.
  static func candidates(_ link: String, of file: String) -> [String] {
    if link.hasPrefix("/") { return [link] }
    let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
    return ["\(folder)/\(link)", "\(folder)/.debug/\(link)", "\(global)\(folder)/\(link)"]
  }
}
