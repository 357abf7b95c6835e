package import KymoText
import KymoBridge

extension CorpusManifest {
  /// The manifest as it is written.
  package var json: JSONText {
    let places = (0..<taskCount).map { index in
      let (rest, build) = index.quotientAndRemainder(dividingBy: builds.count)
      let (recording, command) = rest.quotientAndRemainder(dividingBy: commands.count)
      return (recording, command, build)
    }
    return [
      "schema": JSONText(Self.schema),
      "hash": "XXH3-128",
      "apps": JSONText(
        apps.map { app in
          [
            "name": JSONText(app.name),
            "commands": JSONText(app.commands.map { JSONText($0) }),
          ]
        }
      ),
      "recordings": JSONText(recordings.map(\.json)),
      "builds": JSONText(builds.map(\.json)),
      "commands": JSONText(commands.map { JSONText($0.map { JSONText($0) }) }),
      "tasks": JSONText(
        places.enumerated().map { index, place in
          [
            "index": JSONText(index), "id": JSONText(task(index).id),
            "recording": JSONText(place.0), "command": JSONText(place.1),
            "build": JSONText(place.2),
          ]
        }
      ),
    ]
  }

  /// Reads what ``json`` wrote.
  ///
  /// - Throws: what is wrong with it.
  /// - Complexity: O(bytes).
  package init(json text: String) throws(CorpusError) {
    self = try CorpusError.reading(text) { try Self($0) }
  }

  private init(_ reader: consuming ReportReader) throws {
    let root = reader.root
    guard reader.schema == Self.schema else {
      throw CorpusError.schema(found: reader.schema, wanted: Self.schema)
    }
    var recordings: [CorpusRecording] = []
    for value in try reader.list("recordings", of: root) {
      recordings.append(
        CorpusRecording(
          path: try reader.text("path", of: value),
          byteCount: UInt64(try reader.count("bytes", of: value)),
          content: try reader.text("content", of: value),
          app: try reader.text("app", of: value),
          digest: reader.textIfThere("digest", of: value)
        )
      )
    }
    var builds: [CorpusBuild] = []
    for value in try reader.list("builds", of: root) {
      builds.append(try CorpusBuild(reader, value))
    }
    var commands: [[String]] = []
    for value in try reader.list("commands", of: root) {
      var words: [String] = []
      var cursor = reader.document.cursor(over: value)
      while let word = cursor.next(in: reader.document) {
        guard let text = reader.document.string(of: word) else {
          throw CorpusError.member("commands")
        }
        words.append(text)
      }
      guard !words.isEmpty else { throw CorpusError.member("commands") }
      commands.append(words)
    }
    var apps: [CorpusApp] = []
    for value in try reader.list("apps", of: root) {
      let names = try reader.list("commands", of: value).compactMap {
        reader.document.string(of: $0)
      }
      apps.append(CorpusApp(name: try reader.text("name", of: value), commands: names))
    }
    guard !recordings.isEmpty, !builds.isEmpty, !commands.isEmpty else {
      throw CorpusError.member("tasks")
    }
    self.init(recordings: recordings, builds: builds, commands: commands, apps: apps)
    // Somebody may have edited one part and not the other.
    let ids = try reader.list("tasks", of: root).map { reader.textIfThere("id", of: $0) }
    guard ids.count == taskCount, self.recordings == recordings,
      zip(ids, tasks).allSatisfy({ $0 == $1.id })
    else { throw CorpusError.tasks }
  }
}

extension CorpusRecording {
  /// The member of a manifest.
  fileprivate var json: JSONText {
    [
      "path": JSONText(path), "bytes": JSONText(byteCount), "content": JSONText(content),
      "app": JSONText(app), "digest": JSONText(digest),
    ]
  }
}

extension CorpusBuild {
  /// The member of a manifest.
  fileprivate var json: JSONText {
    switch origin {
    case .tool(let content):
      ["name": JSONText(name), "kind": "tool", "content": JSONText(content)]
    case .executable(let path, let content):
      [
        "name": JSONText(name), "kind": "executable", "path": JSONText(path),
        "content": JSONText(content),
      ]
    case .product(let commit, let product):
      [
        "name": JSONText(name), "kind": "product", "commit": JSONText(commit),
        "product": JSONText(product),
      ]
    case .command(let commit, let command, let executable):
      [
        "name": JSONText(name), "kind": "command", "commit": JSONText(commit),
        "command": JSONText(command), "executable": JSONText(executable),
      ]
    }
  }

  /// Reads the member of a manifest.
  fileprivate init(_ reader: borrowing ReportReader, _ value: JSONValue) throws(BaselineError) {
    name = try reader.text("name", of: value)
    switch try reader.text("kind", of: value) {
    case "tool": origin = .tool(content: try reader.text("content", of: value))
    case "executable":
      origin = .executable(
        path: try reader.text("path", of: value),
        content: try reader.text("content", of: value)
      )
    case "product":
      origin = .product(
        commit: try reader.text("commit", of: value),
        product: reader.textIfThere("product", of: value)
      )
    case "command":
      origin = .command(
        commit: try reader.text("commit", of: value),
        command: try reader.text("command", of: value),
        executable: try reader.text("executable", of: value)
      )
    default: throw .member("builds")
    }
  }
}
