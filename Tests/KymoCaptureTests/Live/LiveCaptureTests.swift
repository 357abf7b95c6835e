import Foundation
import KymoTestSupport
import Testing

@testable import KymoCapture

/// What a live capture does with packets, whoever hands them over.
@Suite("Live captures") struct LiveCaptureTests {
  /// Runs a capture over portions of packets.
  private static func run(
    _ portions: [[TestPacket]],
    into path: String,
    stopBefore: Int = .max,
    now: Int64 = .max,
    step: Int64 = 0,
    failure: LiveCaptureError? = nil,
    _ choose: (inout LiveCaptureOptions) -> Void = { _ in }
  ) throws -> (report: LiveCaptureReport, source: TestPacketSource) {
    var options = LiveCaptureOptions(device: "test")
    choose(&options)
    let progress = CaptureProgress()
    let source = TestPacketSource(portions, stopBefore: stopBefore, progress, now: now)
    source.failure = failure
    source.step = step
    source.counts = KernelCaptureCounts(received: 7, dropped: 0, droppedByInterface: 0)
    let series = try CaptureSeries(
      .file(path),
      options.rotation,
      link: source.linkType,
      snapshotBytes: options.snapshotBytes,
      synchronizes: options.synchronizes
    )
    return (CapturePump(source, series, options, progress).run(), source)
  }

  /// Packets of random lengths, in ns after each other.
  private static func packets(_ count: Int, _ random: inout SeededRandom) -> [TestPacket] {
    var time: Int64 = 1_700_000_000_000_000_000
    return (0..<count).map { index in
      time += Int64(random.below(1_000_000_000))
      let bytes = (0..<random.below(3_000)).map { UInt8(truncatingIfNeeded: $0 &* index) }
      return TestPacket(time, bytes, beyond: random.once(in: 5) ? random.below(500) : 0)
    }
  }

  @Test("Everything that was handed over is in the file", arguments: 1...10)
  func whole(seed: UInt64) throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.pcap"
    var random = SeededRandom(seed: seed)
    let packets = Self.packets(2_000, &random)
    var portions: [[TestPacket]] = []
    var rest = packets[...]
    while !rest.isEmpty {
      let count = random.below(300)
      portions.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    let (report, _) = try Self.run(portions, into: path)
    #expect(try TestPacket.read(path) == packets, "seed \(seed)")
    #expect(report.packets == 2_000 && report.writtenPackets == 2_000, "seed \(seed)")
    #expect(report.bytes == UInt64(packets.reduce(0) { $0 + $1.packet.originalBytes }))
    let cut = packets.count { $0.packet.capturedBytes < $0.packet.originalBytes }
    #expect(report.truncatedPackets == UInt64(cut), "seed \(seed)")
    #expect(report.firstTime == packets.first?.packet.timestamp)
    #expect(report.lastTime == packets.last?.packet.timestamp)
    #expect(report.files.map(\.packets) == [2_000])
    #expect(report.files.map { Int($0.bytes) } == [try folder.bytes("a.pcap").count])
    #expect(report.end == .stopped && !report.isKnownIncomplete && report.problem == nil)
  }

  private func append(_ packet: TestPacket, to output: inout UnsafePacketOutput) throws {
    var failure: LiveCaptureError?
    packet.bytes.lend { bytes in
      do throws(LiveCaptureError) { try output.append(packet.packet, bytes) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  @Test("Of a write that ends in the middle the whole packets count") func cut() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    var output = UnsafePacketOutput(borrowing: descriptor, name: "a pipe")
    try output.begin(.ethernet, snapshotBytes: 2_000)
    let packet = TestPacket(1, [UInt8](repeating: 7, count: 984))
    for number in 1...2 {
      for _ in 0..<number { try append(packet, to: &output) }
      try output.flush()
    }
    #expect(output.writtenPackets == 3 && output.writtenBytes == 24 + 3 * 1_000)
    for _ in 0..<200 { try append(packet, to: &output) }
    #expect(output.packets == 203)
    do throws(LiveCaptureError) {
      try output.flush()
      Issue.record("a pipe holds no 200 kB")
    } catch { #expect(error.kind == .output(EAGAIN)) }
    try pipe.fileHandleForWriting.close()
    let there = try pipe.fileHandleForReading.readToEnd()?.count ?? 0
    let whole = (there - 24) / 1_000
    #expect((4..<203).contains(whole))
    #expect(output.writtenPackets == UInt64(whole) && output.packets == output.writtenPackets)
    #expect(output.writtenBytes == UInt64(24 + whole * 1_000))
  }

  @Test("A report of nothing says nothing") func nothing() {
    let report = LiveCaptureReport()
    #expect(report.packets == 0 && report.bytes == 0 && report.truncatedPackets == 0)
    #expect(report.writtenPackets == 0 && report.removedFiles == 0 && report.removedPackets == 0)
    #expect(report.synchronizations == 0 && report.files.isEmpty && report.problem == nil)
    // What the kernel counted is not known.
    #expect(report.isKnownIncomplete)
  }

  @Test("It waits for the disk once a second and at the end, if that is asked for")
  func synchronized() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.pcap"
    let packets = (0..<10).map { TestPacket(Int64($0), [UInt8($0)]) }
    for (asked, expected) in [(false, 0 as UInt64), (true, 5)] {
      // At 0.4, 1.6, 2.8 and 4.0 s, and at the end.
      let (report, _) = try Self.run(packets.map { [$0] }, into: path, now: 0, step: 400_000_000) {
        $0.synchronizes = asked
      }
      #expect(report.synchronizations == expected && report.problem == nil)
      #expect(try TestPacket.read(path) == packets)
    }
    // With nothing new there is nothing to wait for.
    let idle = [[packets[0]], [], [], [], [], [], []]
    let (report, _) = try Self.run(idle, into: path, now: 0, step: 2_000_000_000) {
      $0.synchronizes = true
    }
    #expect(report.synchronizations == 2)
  }

  @Test("At the end it takes what is still held back, until there is nothing twice")
  func drained() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.pcap"
    let packets = (0..<5).map { TestPacket(Int64($0), [UInt8($0)]) }
    // Stopped after the first; then one comes late, and one later still, each after a wait in vain.
    let portions = [[packets[0]], [], [packets[1]], [], [packets[2]], [], [], [packets[3]]]
    let (report, source) = try Self.run(portions, into: path, stopBefore: 1)
    #expect(try TestPacket.read(path) == Array(packets[0...2]))
    #expect(report.packets == 3 && report.end == .stopped)
    // Once while it went on, six times longer than the kernel may hold packets back.
    #expect(source.waits.count == 7)
    #expect(source.waits.dropFirst().allSatisfy { $0 > 10 })
  }

  @Test("It ends although packets go on, with those that were captured before")
  func busy() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.pcap"
    let portions = (0..<100).map { [TestPacket(Int64($0), [1])] }
    let (report, _) = try Self.run(portions, into: path, stopBefore: 10, now: 20)
    // Number 21 is the first that is later.
    #expect(report.packets == 22)
    #expect(try TestPacket.read(path).map(\.packet.timestamp) == Array(0...21))
  }

  @Test("A limit of packets is kept to the packet", arguments: [1, 2, 5, 6, 4_096, 5_000])
  func limited(limit: UInt64) throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.pcap"
    let packets = (0..<6_000).map { TestPacket(Int64($0), [UInt8($0 & 0xFF)]) }
    let (report, _) = try Self.run([Array(packets[..<5]), Array(packets[5...])], into: path) {
      $0.packetLimit = limit
    }
    #expect(report.packets == limit && report.end == .limit)
    #expect(try TestPacket.read(path) == Array(packets[..<Int(limit)]))
  }

  @Test("A device that goes away is a problem, and what was captured is there")
  func gone() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.pcap"
    let failure = LiveCaptureError(.device, "test", "it went away")
    let (report, _) = try Self.run([[TestPacket(1, [1, 2])]], into: path, failure: failure)
    #expect(report.problem == failure && report.end == .failed && report.writtenPackets == 1)
    #expect(try TestPacket.read(path) == [TestPacket(1, [1, 2])])
  }

  @Test("A disk that is full is a problem from the first byte on") func full() throws {
    let error = LiveCaptureError(.output(28), "/dev/full", "No space left on device")
    #expect(throws: error) { try Self.run([], into: "/dev/full") }
  }

  @Test("Losses that the kernel knows of are losses") func losses() {
    var report = LiveCaptureReport()
    #expect(report.isKnownIncomplete)
    report.packets = 100
    report.writtenPackets = 100
    // The loopback device counts twice.
    report.kernel = KernelCaptureCounts(received: 200, dropped: 0, droppedByInterface: 0)
    #expect(!report.isKnownIncomplete)
    report.writtenPackets = 99
    #expect(report.isKnownIncomplete)
    report.writtenPackets = 100
    report.kernel?.dropped = 1
    #expect(report.isKnownIncomplete)
    report.kernel = KernelCaptureCounts(received: 200, dropped: 0, droppedByInterface: 1)
    #expect(report.isKnownIncomplete)
  }

  @Test("The filter names ports, and no direction") func filter() {
    #expect(LiveCaptureOptions(device: "lo").filter == "tcp")
    #expect(LiveCaptureOptions(device: "lo", ports: [80]).filter == "tcp port 80")
    #expect(
      LiveCaptureOptions(device: "lo", ports: [80, 8080]).filter == "tcp port 80 or tcp port 8080"
    )
  }

  // MARK: Several files

  @Test("Files of a size together hold everything, and none is larger", arguments: 1...10)
  func bySize(seed: UInt64) throws {
    let folder = try TestFolder()
    var random = SeededRandom(seed: seed)
    let limit = 2_000 + random.below(20_000)
    let packets = Self.packets(300, &random)
    let (report, _) = try Self.run([packets], into: "\(folder.path)/a.pcap") {
      $0.rotation = CaptureRotation(bytes: UInt64(limit))
    }
    let parts = report.files.map(\.path)
    #expect(parts.count > 10, "seed \(seed)")
    #expect(try folder.names() == parts.map { String($0.dropFirst(folder.path.count + 1)) })
    #expect(parts.first == "\(folder.path)/a-00001.pcap")
    #expect(try parts.flatMap { try TestPacket.read($0) } == packets, "seed \(seed)")
    for (index, file) in report.files.enumerated() {
      let name = String(file.path.dropFirst(folder.path.count + 1))
      #expect(try folder.bytes(name).count == Int(file.bytes), "seed \(seed)")
      let read = try TestPacket.read(file.path)
      #expect(read.count == Int(file.packets) && !read.isEmpty, "seed \(seed)")
      // Only a packet that is larger by itself may go beyond.
      #expect(file.bytes <= UInt64(limit) || file.packets == 1, "seed \(seed)")
      // Nor is one begun before it must be.
      guard index + 1 < report.files.count else { continue }
      let next = try #require(try TestPacket.read(report.files[index + 1].path).first)
      #expect(Int(file.bytes) + 16 + next.bytes.count > limit, "seed \(seed)")
    }
  }

  @Test("Files of an interval follow the times of the packets") func byTime() throws {
    let folder = try TestFolder()
    // Intervals of 10 from 100 on: the second is empty, and a packet whose time goes back stays where it is.
    let times: [Int64] = [100, 109, 110, 131, 105, 139, 140, 90]
    let packets = times.map { TestPacket($0, [1]) }
    let (report, _) = try Self.run([packets], into: "\(folder.path)/a.pcap") {
      $0.rotation = CaptureRotation(nanoseconds: 10)
    }
    let read = try report.files.map { try TestPacket.read($0.path).map(\.packet.timestamp) }
    #expect(read == [[100, 109], [110], [131, 105, 139], [140, 90]])
  }

  @Test("Of a ring the newest files stay", arguments: [1, 2, 3]) func ring(kept: Int) throws {
    let folder = try TestFolder()
    let packets = (0..<10).map { TestPacket(Int64($0), [UInt8](repeating: 7, count: 100)) }
    let (report, _) = try Self.run([packets], into: "\(folder.path)/a.pcap") {
      // Two packets in each of five.
      $0.rotation = CaptureRotation(bytes: 24 + 2 * 116, files: kept)
    }
    #expect(try folder.names() == (5 - kept..<5).map { "a-0000\($0 + 1).pcap" })
    #expect(report.removedFiles == UInt64(5 - kept))
    #expect(report.removedPackets == UInt64(2 * (5 - kept)))
    #expect(report.writtenPackets == 10 && report.packets == 10)
    let read = try report.files.flatMap { try TestPacket.read($0.path) }
    #expect(read == Array(packets[(2 * (5 - kept))...]))
  }

  @Test("The names of files") func names() {
    #expect(CaptureSeriesName("a.pcap").part(1) == "a-00001.pcap")
    #expect(CaptureSeriesName("d.x/a").part(12) == "d.x/a-00012")
    #expect(CaptureSeriesName("a.cap").part(123_456) == "a-123456.cap")
    #expect(CaptureSeriesName("a.old").part(2) == "a.old-00002")
  }

  // MARK: What is there already

  @Test("A former capture is replaced, another file is not") func occupied() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.pcap"
    let text = Array("my only copy".utf8)
    try folder.write(text, to: "a.pcap")
    let error = LiveCaptureError(.occupied, path, "it already exists, and is not a capture")
    #expect(throws: error) { try Self.run([], into: path) }
    #expect(try folder.bytes("a.pcap") == text)
    for former in [[], PcapEncoder.header() + [UInt8](repeating: 0, count: 1_000)] {
      try folder.write(former, to: "a.pcap")
      _ = try Self.run([[TestPacket(5, [6])]], into: path)
      #expect(try TestPacket.read(path) == [TestPacket(5, [6])])
    }
    #expect(throws: LiveCaptureError(.output(21), folder.path, "Is a directory")) {
      try Self.run([], into: folder.path)
    }
  }

  @Test("Two captures do not write one file") func locked() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a.pcap"
    let first = try CaptureSeries(.file(path), nil, link: .ethernet, snapshotBytes: 64)
    let error = LiveCaptureError(.occupied, path, "another capture is being written there")
    #expect(throws: error) { try Self.run([], into: path) }
    #expect(first.files.count == 1)
  }

  @Test("A series does not mix with a former one") func formerSeries() throws {
    let folder = try TestFolder()
    try folder.write([1], to: "a-00007.pcap")
    for name in ["a-7.pcap", "a-00007.txt", "b-00007.pcap"] { try folder.write([1], to: name) }
    let path = "\(folder.path)/a.pcap"
    let rotation = CaptureRotation(bytes: 1_000)
    let error = LiveCaptureError(
      .occupied,
      "\(folder.path)/a-00007.pcap",
      "it is there from an earlier capture"
    )
    #expect(throws: error) { try Self.run([], into: path) { $0.rotation = rotation } }
    #expect(try folder.names().count == 4)
    _ = try Self.run([[TestPacket(1, [1])]], into: "\(folder.path)/c.pcap") {
      $0.rotation = rotation
    }
    #expect(try folder.names().contains("c-00001.pcap"))
  }
}
