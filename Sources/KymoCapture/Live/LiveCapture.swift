import KymoCore
import Synchronization

/// Captures packets of a device into files, on a thread of its own, until it is stopped.
///
/// Capturing begins before `init` returns: what is sent then is in the file. Needs the right to capture, which
/// root and programs with `CAP_NET_RAW` have.
///
///     let capture = try LiveCapture(LiveCaptureOptions(device: "lo", ports: [8080]), into: .file("F.pcap"))
///     // … traffic …
///     let report = capture.stop()
///
/// Any thread may use it.
public final class LiveCapture: Sendable {
  private let progress: CaptureProgress
  private let thread: Mutex<JoiningThread?>
  private let result: CaptureResult

  /// The device and its filter.
  public let options: LiveCaptureOptions
  /// The header that the packets begin with.
  public let linkType: LinkType
  /// Whether the device stamps packets in ns, and not in µs.
  public let hasNanoseconds: Bool

  /// Opens the device, then the file, and begins to capture.
  ///
  /// - Parameters:
  ///   - options: what is captured.
  ///   - destination: where it is written. A pipe is opened, which waits for its reader.
  /// - Throws: ``LiveCaptureError``; a former file is then as it was.
  /// - Precondition: a rotation goes into files, not into a descriptor.
  public init(
    _ options: LiveCaptureOptions,
    into destination: CaptureDestination
  ) throws(LiveCaptureError) {
    let device = try UnsafeLiveDevice(options)
    let series = try CaptureSeries(
      destination,
      options.rotation,
      link: device.linkType,
      snapshotBytes: options.snapshotBytes,
      synchronizes: options.synchronizes
    )
    self.options = options
    linkType = device.linkType
    hasNanoseconds = device.hasNanoseconds
    let (progress, result) = (CaptureProgress(), CaptureResult())
    let pump = CapturePump(device, series, options, progress)
    (self.progress, self.result) = (progress, result)
    thread = Mutex(
      JoiningThread {
        result.put(pump.run())
        progress.markEnd()
      }
    )
  }

  deinit { progress.requestStop() }

  /// Whether it goes on: it was neither stopped, nor has it all packets that were asked for, nor failed.
  public var isRunning: Bool { !progress.isEnded }
  /// How many packets the kernel has handed over so far.
  public var packets: UInt64 { progress.packets }
  /// How many bytes those had on the wire.
  public var bytes: UInt64 { progress.bytes }

  /// Stops, once all packets that were captured until now are written.
  ///
  /// That takes some ten milliseconds, during which the calling thread waits. The second time it returns the same.
  ///
  /// - Returns: what it came to, and what went wrong.
  public func stop() -> LiveCaptureReport {
    progress.requestStop()
    thread.withLock { $0.take()?.join() }
    return result.report
  }
}

/// The report on its way from one thread to another.
private final class CaptureResult: Sendable {
  private let place = Mutex(LiveCaptureReport())

  var report: LiveCaptureReport { place.withLock { $0 } }

  func put(_ report: LiveCaptureReport) { place.withLock { $0 = report } }
}
