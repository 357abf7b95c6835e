import Glibc
package import KymoBench
import KymoText

/// The page that both builds of a gate are measured with: of a revision, the one of its commit.
package struct GatePage: Sendable {
  /// The name of what is said to be built of a commit that has a page alone.
  package static let thisTool = "this tool"

  /// The page as it is now, as the user named it.
  let path: String

  /// Takes a page.
  package init(path: String) { self.path = path }

  /// Checks out the folder of the page.
  ///
  /// - Returns: where the page is.
  /// - Throws: that the page is not in the repository, or not in the commit.
  func checkedOut(
    _ commit: String,
    _ word: String,
    _ side: GateSide,
    _ repository: GateRepository,
    folder: String,
    _ limits: TrialLimits
  ) throws(TrialError) -> String {
    let place = try self.place(in: repository, limits)
    // Of one length, as that of the path is a part of the command line.
    let target = "\(folder)/page-\(side == .base ? 0 : 1)"
    let script = #"""
      git -C "$1" cat-file -e "$2:$3" && mkdir -- "$5" && \
      git -C "$1" archive --format=tar -o "$5.tar" "$2" -- "$4" && tar -xf "$5.tar" -C "$5"
      """#
    let parent = place.split(separator: "/").dropLast().joined(separator: "/")
    let outcome = try limits.run(
      [
        "sh", "-c", script, "sh", repository.root, commit, place, parent.isEmpty ? "." : parent,
        target,
      ]
    )
    try limits.check(outcome)
    guard outcome.end == .exited(0) else {
      throw TrialError(
        about: word,
        "the page \(place.printable) is not in it: \(outcome.lastLines(1))"
      )
    }
    return "\(target)/\(place)"
  }

  /// Where the page lies in the repository.
  private func place(
    in repository: GateRepository,
    _ limits: TrialLimits
  ) throws(TrialError) -> String {
    let outcome = try limits.run(["realpath", "-m", "-s", "--", path])
    let absolute = String(
      decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") },
      as: UTF8.self
    )
    guard outcome.end == .exited(0), absolute.hasPrefix(repository.root + "/") else {
      throw TrialError(
        about: path,
        "it lies outside of the repository, so no revision has it",
        remedy: "with two executables, the page is taken as it is"
      )
    }
    return String(absolute.dropFirst(repository.root.count + 1))
  }

  /// Whether a commit has a package, in the working directory or above it.
  func hasPackage(
    _ commit: String,
    _ repository: GateRepository,
    _ limits: TrialLimits
  ) throws(TrialError) -> Bool {
    var places: [String] = []
    var parts = repository.folder.split(separator: "/")
    while true {
      places.append((parts.map(String.init) + ["Package.swift"]).joined(separator: "/"))
      if parts.popLast() == nil { break }
    }
    let outcome = try limits.run(
      ["git", "-C", repository.root, "ls-tree", "--name-only", commit, "--"] + places
    )
    try limits.check(outcome)
    return outcome.end == .exited(0) && !outcome.output.isEmpty
  }

  /// A copy of the tool that is running, for a side that has nothing to build.
  package func copyOfThisTool(
    _ side: GateSide,
    folder: String,
    _ limits: TrialLimits
  ) throws(TrialError) -> String {
    let target = side.executable(in: folder)
    try UnsafeFolder.make(side.folder(in: folder))
    let outcome = try limits.run([
      "cp", "--remove-destination", "--", "/proc/\(getpid())/exe", target,
    ])
    guard outcome.end == .exited(0) else {
      throw TrialError("this tool cannot be copied: \(outcome.lastLines(1))")
    }
    return target
  }
}
