import KymoRecording
import KymoText
import Testing

@testable import KymoReport

@Suite("Manifest of a corpus") struct CorpusManifestTests {
  @Test("Whoever plans the same writes the same, to the byte") func order() {
    let manifest = CorpusFixture.manifest(12, [["replay"], ["bench", "--rate", "1000"]])
    let other = CorpusManifest(
      recordings: manifest.recordings.reversed(),
      builds: manifest.builds,
      commands: manifest.commands,
      apps: manifest.apps
    )
    #expect(other.json.text == manifest.json.text)
    #expect(manifest.taskCount == 48)
    // By bytes, not by the rules of any language.
    #expect(manifest.recordings[2].path == "drives/10.mcap")
  }

  @Test("What is written is what is read") func reading() throws {
    let command = CorpusBuild(
      name: "v2",
      origin: .command(commit: "c0ffee", command: "make tool", executable: "out/tool")
    )
    let tool = CorpusBuild(name: "kymo", origin: .tool(content: "feed"))
    for builds in [[CorpusFixture.base, CorpusFixture.head], [command], [tool]] {
      let manifest = CorpusFixture.manifest(3, builds: builds)
      #expect(try CorpusManifest(json: manifest.json.text) == manifest)
    }
  }

  @Test("Tasks go by recording, then command, then build, and know their place") func places() {
    let manifest = CorpusFixture.manifest(2, [["replay"], ["bench"]])
    let names = manifest.tasks.map(\.name)
    #expect(
      names.prefix(5) == [
        "drives/0.mcap, base, replay", "drives/0.mcap, head, replay",
        "drives/0.mcap, base, bench", "drives/0.mcap, head, bench",
        "drives/1.mcap, base, replay",
      ]
    )
    #expect(manifest.tasks.map(\.index) == Array(0..<8))
    #expect(Set(manifest.tasks.map(\.id)).count == 8)
  }

  @Test("A task is known by content, build and command, and not by the name of a file")
  func identity() {
    let task = CorpusFixture.manifest(1).task(0)
    var renamed = task.recording
    renamed.path = "elsewhere.mcap"
    var changed = task.recording
    changed.content = "other"
    func id(_ recording: CorpusRecording, _ build: CorpusBuild, _ words: [String]) -> String {
      CorpusTask(index: 7, recording: recording, build: build, words: words).id
    }
    #expect(id(renamed, task.build, task.words) == task.id)
    #expect(id(changed, task.build, task.words) != task.id)
    #expect(id(task.recording, CorpusFixture.head, task.words) != task.id)
    #expect(id(task.recording, task.build, ["replay", "--rings"]) != task.id)
    // Words are not run together.
    #expect(id(task.recording, task.build, ["a", "b"]) != id(task.recording, task.build, ["a b"]))
  }

  @Test("A manifest that was edited, or is something else, is refused") func refused() {
    let text = CorpusFixture.manifest(2).json.text
    func mistake(_ text: String) -> CorpusError? {
      do { _ = try CorpusManifest(json: text) } catch { return error }
      return nil
    }
    #expect(mistake(text.replacing("content 1", with: "content 9")) == .tasks)
    #expect(mistake(text.replacing("\"commit\": \"b0b0\"", with: "\"commit\": \"b0b1\"")) == .tasks)
    #expect(
      mistake(text.replacing("corpus/1", with: "corpus/2"))?.description.contains("corpus/2")
        == true
    )
    #expect(
      mistake(text.replacing("\"kind\": \"product\"", with: "\"kind\": \"x\"")) == .member("builds")
    )
    guard case .syntax? = mistake(String(text.dropLast(20))) else {
      Issue.record("half a manifest was read")
      return
    }
  }

  @Test("The hash of a content is XXH3 with 128 bits, however it comes") func hash() {
    // xxhsum -H2
    #expect(ContentHash.of("") == "99aa06d3014798d86001c324468d497f")
    #expect(ContentHash.of("abc") == "06b05ab6733a618578af5f94892f3950")
    let text = String(repeating: "recorded twice. ", count: 1000)
    #expect(ContentHash.of(text) != ContentHash.of(text + " "))
  }
}
