import Testing

import KymoCapture

/// A live capture of the loopback device; packets on it are those of `Tests/Interop`.
@Suite("Live captures of the loopback device") struct LoopbackTests {
  /// Whether this process may capture; else these tests are skipped.
  static let mayCapture: Bool = {
    do {
      let folder = try TestFolder()
      _ = try LiveCapture(LiveCaptureOptions(device: "lo"), into: .file("\(folder.path)/a.pcap"))
      return true
    } catch { return false }
  }()

  // A port that nobody has.
  private static let options = LiveCaptureOptions(device: "lo", ports: [1])

  @Test("It runs until it is stopped, and says the same twice", .enabled(if: mayCapture))
  func stops() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.pcap"
    let capture = try LiveCapture(Self.options, into: .file(path))
    #expect(capture.isRunning && capture.linkType == .ethernet && capture.hasNanoseconds)
    // The beginning of the file is there as soon as it runs.
    #expect(try folder.bytes("a.pcap").count == 24)
    let report = capture.stop()
    #expect(!capture.isRunning && capture.stop() == report)
    #expect(report.end == .stopped && report.problem == nil && report.packets == 0)
    #expect(report.kernel?.dropped == 0)
    #expect(report.files == [CapturedFile(path: path, packets: 0, bytes: 24)])
    #expect(CaptureFile.magic(of: path) == .pcap)
  }

  @Test("One that is let go stops by itself", .enabled(if: mayCapture)) func letGo() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.pcap"
    do { _ = try LiveCapture(Self.options, into: .file(path)) }
    // Else the lock of the file would still be held.
    let capture = try LiveCapture(Self.options, into: .file(path))
    #expect(capture.stop().problem == nil)
  }

  @Test("Several are stopped from several threads", .enabled(if: mayCapture)) func threads()
    async throws
  {
    let folder = try TestFolder()
    let captures = try (0..<4).map { number in
      try LiveCapture(Self.options, into: .file("\(folder.path)/\(number).pcap"))
    }
    await withTaskGroup(of: LiveCaptureReport.self) { group in
      for capture in captures + captures { group.addTask { capture.stop() } }
      for await report in group { #expect(report.problem == nil && report.kernel != nil) }
    }
    #expect(try folder.names() == (0..<4).map { "\($0).pcap" })
  }

  @Test(
    "A device that is not there is no capture, and the file stays as it was",
    .enabled(if: mayCapture)
  )
  func noDevice() throws {
    let folder = try TestFolder()
    let former = [UInt8](repeating: 0, count: 3)
    try folder.write(former, to: "a.pcap")
    do {
      _ = try LiveCapture(
        LiveCaptureOptions(device: "kymograph-no"),
        into: .file("\(folder.path)/a.pcap")
      )
      Issue.record("it was captured")
    } catch { #expect(error.kind == .noDevice && error.place == "kymograph-no") }
    #expect(try folder.bytes("a.pcap") == former)
  }
}
