import KymoReport
import Testing

@testable import KymoTool

@Suite("Named baselines") struct BaselineStoreTests {
  private func store(_ word: String, isRead: Bool = true) -> BaselineStore? {
    try? BaselineStore(word, in: "b", isRead: isRead, option: "baseline")
  }

  @Test("A word is a file, a name or a commit") func words() {
    #expect(store("main") == .folder("b", name: "main"))
    #expect(store("v1.2-rc_3") == .folder("b", name: "v1.2-rc_3"))
    #expect(store("git:HEAD~3") == .notes(revision: "HEAD~3"))
    #expect(store("git:origin/main", isRead: false) == .notes(revision: "origin/main"))
    // What is there keeps its meaning, and what looks like a file is not looked for elsewhere.
    #expect(store("/proc/cpuinfo") == .file("/proc/cpuinfo"))
    #expect(store("missing.json") == .file("missing.json"))
    #expect(store("a/b") == .file("a/b"))
    #expect(store("a/b", isRead: false) == nil)
    #expect(store("..", isRead: false) == nil)
    #expect(store("", isRead: false) == nil)
    #expect(store("git:") == nil)
    #expect(store("git:--output=x") == nil)
  }

  @Test("A key is good as a file's name and as a reference") func keys() {
    func key(_ recording: String, _ app: String, _ mode: String? = nil) -> String {
      BaselineKey(recording: recording, app: app, mode: mode, kind: .counts).text
    }
    #expect(key("Recordings/walk/session.mcap", "App") == "walk-session.App.counts")
    #expect(key("walk/session.mcap", "App", "strict") == "walk-session.App.strict.counts")
    #expect(key("../a b..mcap", "App with ./p~.html") == "---a-b-.App-with---p--html.counts")
    #expect(key("", "") == "-.-.counts")
  }
}
