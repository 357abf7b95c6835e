import Testing

@testable import KymoCommandLine

@Suite("Outputs")
struct OutputFileTests {
  /// What is said of an output that must be refused; empty if it is not.
  private func refusal(_ path: String, _ inputs: InputFiles = InputFiles()) -> String {
    do {
      try OutputFile(path, isNone: inputs).discard()
      return ""
    } catch { return error.message.text(tool: "kymo") }
  }

  @Test("The former file stays until the new one is whole")
  func replaces() throws {
    let folder = UnsafeTestFolder()
    folder.write("former", to: "a", mode: 0o640)
    let output = try OutputFile(folder("a"), isNone: InputFiles())
    try output.write("new")
    #expect(folder.text("a") == "former")
    #expect(folder.text("a.part") == "new" && folder.mode("a.part") == 0o640)
    try output.commit()
    #expect(folder.text("a") == "new" && folder.mode("a") == 0o640)
    #expect(folder.names == ["a"])
    // It is over, and nothing is kept any more.
    #expect(output.keep() == nil && folder.names == ["a"])
  }

  @Test("What is not whole is kept beside the former file, and keeps what was kept before")
  func keeps() throws {
    let folder = UnsafeTestFolder()
    folder.write("former", to: "a")
    for (text, name) in [("one", "a.part"), ("two", "a.part2"), ("three", "a.part3")] {
      let output = try OutputFile(folder("a"), isNone: InputFiles())
      try output.write(text)
      #expect(output.keep() == folder(name))
    }
    #expect(folder.names == ["a", "a.part", "a.part2", "a.part3"])
    #expect(folder.text("a") == "former" && folder.text("a.part") == "one")
    #expect(folder.text("a.part3") == "three")
  }

  @Test("Nothing is kept of an output that is empty or thrown away, also if nobody ends it")
  func discards() throws {
    let folder = UnsafeTestFolder()
    _ = try OutputFile(folder("a"), isNone: InputFiles())
    #expect(folder.names == [])
    let output = try OutputFile(folder("a"), isNone: InputFiles())
    try output.write("text")
    output.discard()
    #expect(folder.names == [])
  }

  @Test("A failure names what was kept")
  func failure() throws {
    let folder = UnsafeTestFolder()
    let output = try OutputFile(folder("a"), isNone: InputFiles())
    let failure = #expect(throws: CommandFailure.self) {
      try output.keeping { () throws(CommandFailure) in
        try output.write("text")
        throw CommandFailure("it broke", status: .partial)
      }
    }
    let expected = "it broke; what was written so far is kept as \(folder("a.part"))"
    #expect(failure?.message.text(tool: "kymo") == expected && failure?.status == .partial)
    #expect(folder.names == ["a.part"])
  }

  @Test("An interrupted output is kept under its other name, which is said")
  func interrupted() throws {
    let folder = UnsafeTestFolder()
    var console = Console.captured()
    let output = try OutputFile(folder("a"), isNone: InputFiles())
    try output.write("text")
    let place = try output.finish(wasInterrupted: true, &console)
    #expect(place == folder("a.part") && folder.names == ["a.part"])
    #expect(console.diagnostics.text.contains("kept as \(place)"))
    let whole = try OutputFile(folder("b"), isNone: InputFiles())
    try whole.write("text")
    #expect(try whole.finish(wasInterrupted: false, &console) == folder("b"))
  }

  @Test("A symbolic link stays, and the file behind it is replaced beside it")
  func links() throws {
    let folder = UnsafeTestFolder()
    folder.make(folder: "deep")
    folder.write("former", to: "deep/a")
    folder.hardLink("hard", to: "deep/a")
    folder.link("one", to: "deep/a")
    folder.link("two", to: folder("one"))
    let output = try OutputFile(folder("two"), isNone: InputFiles())
    try output.write("new")
    #expect(folder.text("deep/a.part") == "new")
    try output.commit()
    #expect(folder.text("two") == "new" && folder.text("deep/a") == "new")
    #expect(folder.text("hard") == "former")
    folder.link("loop", to: "loop")
    #expect(refusal(folder("loop")).contains("cannot be written: "))
    #expect(
      refusal(folder("deep")).hasSuffix("cannot be written: Is a directory (name a file in it)")
    )
    #expect(refusal(folder("none/a")).contains("No such file or directory (check the path)"))
    #expect(refusal("").contains("cannot be written"))
  }

  @Test("Devices are written directly")
  func devices() throws {
    let output = try OutputFile("/dev/null", isNone: InputFiles())
    #expect(output.isDirect && output.key == nil && output.writtenPath == nil)
    try output.write("text")
    try output.commit()
    let full = try OutputFile("/dev/full", isNone: InputFiles())
    #expect(throws: CommandFailure.self) { try full.write("text") }
  }

  @Test("Two names of one place have one key")
  func keys() throws {
    let folder = UnsafeTestFolder()
    folder.write("former", to: "a")
    folder.link("b", to: "a")
    func key(_ name: String) throws -> String? {
      let output = try OutputFile(folder(name), isNone: InputFiles())
      defer { output.discard() }
      return output.key
    }
    #expect(try key("a") == key("b") && key("a") == key("./a"))
    #expect(try key("new") == key("./new") && key("new") != key("a"))
    #expect(try key("new") != key("other"))
  }

  @Test("An input is no output, whatever it is called")
  func inputs() throws {
    let folder = UnsafeTestFolder()
    folder.make(folder: "export")
    folder.make(folder: "export/meta")
    folder.make(folder: "sandbox")
    for name in ["a", "export/x.csv", "export/meta/y.csv", "export/walk.mcap", "sandbox/s.caf"] {
      folder.write("former", to: name)
    }
    folder.link("link", to: "a")
    folder.hardLink("hard", to: "export/meta/y.csv")
    let inputs = InputFiles([folder("a"), folder("export")], sandbox: folder("sandbox"))
    for name in ["a", "link", "./a", "export/x.csv", "hard", "sandbox/s.caf"] {
      #expect(refusal(folder(name), inputs).contains("it would overwrite "), "\(name)")
    }
    for name in ["new", "export/new.csv", "export/walk.mcap"] {
      #expect(refusal(folder(name), inputs) == "", "\(name)")
    }
  }

  @Test("Nothing is written into the sandbox, also where no such file is there yet")
  func sandbox() throws {
    let folder = UnsafeTestFolder()
    folder.make(folder: "sandbox")
    folder.make(folder: "sandbox/deep")
    folder.make(folder: "sandbox/deep/er")
    folder.make(folder: "sandbox2")
    folder.write("former", to: "sandbox/old.mcap")
    folder.link("way", to: "sandbox")
    let inputs = InputFiles([], sandbox: folder("sandbox"))
    for name in [
      "sandbox/new.mcap", "sandbox/old.mcap", "sandbox/deep/er/new", "way/new",
      "sandbox2/../sandbox/x",
    ] {
      #expect(refusal(folder(name), inputs).contains("it would be in the sandbox "), "\(name)")
    }
    for name in ["new.mcap", "sandbox2/new.mcap", "sandbox.mcap"] {
      #expect(refusal(folder(name), inputs) == "", "\(name)")
    }
  }
}
