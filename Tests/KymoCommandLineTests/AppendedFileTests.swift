import Testing

@testable import KymoCommandLine

@Suite("Files that grow")
struct AppendedFileTests {
  private func open(_ path: String) throws -> AppendedFile {
    try AppendedFile(path, isNone: InputFiles())
  }

  @Test("Rows follow what is there")
  func appends() throws {
    let folder = UnsafeTestFolder()
    #expect(try open(folder("a")).append { line in line == nil ? "head\nrow\n" : nil })
    let second = try open(folder("a"))
    #expect(second.firstLine == "head")
    #expect(try second.append { line in line == "head" ? "row\n" : nil })
    #expect(folder.text("a") == "head\nrow\nrow\n" && folder.names == ["a"])
  }

  @Test("A last line without an end gets one")
  func unended() throws {
    let folder = UnsafeTestFolder()
    folder.write("head\nro", to: "a")
    #expect(try open(folder("a")).append { _ in "row\n" })
    #expect(folder.text("a") == "head\nro\nrow\n")
  }

  @Test("What somebody else began meanwhile is continued")
  func concurrent() throws {
    let folder = UnsafeTestFolder()
    let (one, other) = (try open(folder("a")), try open(folder("a")))
    #expect(one.firstLine == nil && other.firstLine == nil)
    let rows: (String?) -> String? = { $0 == nil ? "head\nrow\n" : "row\n" }
    #expect(try one.append(rows) && other.append(rows))
    #expect(folder.text("a") == "head\nrow\nrow\n")
  }

  @Test("A file with other columns stays as it is, and one that was not there stays away")
  func refused() throws {
    let folder = UnsafeTestFolder()
    folder.write("other\n", to: "a")
    let (there, new) = (try open(folder("a")), try open(folder("b")))
    #expect(try !there.append { _ in nil })
    #expect(try !new.append { _ in nil })
    #expect(folder.text("a") == "other\n")
  }
}
