import Glibc
import KymoCapture
import KymoCommandLine
import KymoText

/// The final report of `kymo capture`.
struct LiveCaptureText {
  let report: LiveCaptureReport
  let capture: LiveCapture
  let destination: CaptureDestination

  /// The known losses, in one line; nil if there are none.
  var missing: String? {
    guard let kernel = report.kernel else {
      return "the kernel does not say whether packets were lost"
    }
    var parts: [String] = []
    if kernel.dropped > 0 {
      parts.append(
        "\(kernel.dropped) packets had no room in the kernel's buffer (ps_drop; see --buffer)"
      )
    }
    if kernel.droppedByInterface > 0 {
      parts.append("\(kernel.droppedByInterface) were dropped by the device (ps_ifdrop)")
    }
    return parts.isEmpty ? nil : "packets are missing: " + parts.joined(separator: ", ")
  }

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.live-capture/1",
      "device": JSONText(capture.options.device),
      "filter": JSONText(capture.options.filter),
      "linkType": JSONText(Int(capture.linkType.rawValue)),
      "nanoseconds": JSONText(capture.hasNanoseconds),
      "end": JSONText(report.end.rawValue),
      "packets": JSONText(report.packets),
      "bytes": JSONText(report.bytes),
      "truncatedPackets": JSONText(report.truncatedPackets),
      "writtenPackets": JSONText(report.writtenPackets),
      "first": JSONText(report.firstTime),
      "last": JSONText(report.lastTime),
      "kernel": report.kernel.map { counts in
        [
          "ps_recv": JSONText(counts.received), "ps_drop": JSONText(counts.dropped),
          "ps_ifdrop": JSONText(counts.droppedByInterface),
        ]
      } ?? .null,
      "knownIncomplete": JSONText(report.isKnownIncomplete),
      "files": JSONText(
        report.files.map { file in
          [
            "path": JSONText(file.path), "packets": JSONText(file.packets),
            "bytes": JSONText(file.bytes),
          ]
        }
      ),
      "removedFiles": JSONText(report.removedFiles),
      "removedPackets": JSONText(report.removedPackets),
      "problem": JSONText(report.problem?.message),
    ]
  }

  /// The devices for programs.
  static func json(_ devices: [CaptureDevice]) -> JSONText {
    [
      "schema": "kymograph.devices/1",
      "devices": JSONText(
        devices.map { device in
          [
            "name": JSONText(device.name), "description": JSONText(device.description),
            "up": JSONText(device.isUp), "loopback": JSONText(device.isLoopback),
          ]
        }
      ),
    ]
  }

  /// The report for people.
  func print(to console: inout Console) {
    let packets = NumberText.grouped(Int(clamping: report.packets))
    console.print(
      "captured   \(packets) packets, \(console.quantity.bytes(Int(clamping: report.bytes))) on the wire"
        + (report.end == .limit ? ", as many as were asked for" : "")
    )
    if report.truncatedPackets > 0 {
      console.print("cut        \(report.truncatedPackets) packets are longer than --snapshot")
    }
    if report.writtenPackets != report.packets {
      console.print("written    \(report.writtenPackets) of them")
    }
    if let kernel = report.kernel {
      console.print(
        "kernel     ps_recv \(kernel.received), ps_drop \(kernel.dropped), "
          + "ps_ifdrop \(kernel.droppedByInterface)"
      )
      if kernel.received != report.packets {
        console.print("           " + note(kernel))
      }
    }
    if report.removedFiles > 0 {
      console.print(
        "removed    \(report.removedFiles) older files with \(report.removedPackets) packets (--files)"
      )
    }
    for file in report.files {
      console.print(
        "file       \(file.path.printable): \(file.packets) packets, \(file.bytes) bytes"
      )
    }
  }

  private func note(_ kernel: KernelCaptureCounts) -> String {
    ["lo", "any"].contains(capture.options.device)
      ? "(ps_recv counts packets of the loopback device twice: it does not measure loss)"
      : "(ps_recv is what passed the filter, be it handed over or not)"
  }
}

extension CommandFailure {
  /// Packets could not be captured, or not written.
  init(_ error: LiveCaptureError) {
    switch error.kind {
    case .permission:
      self.init(
        """
        \(error.place): capturing needs root or CAP_NET_RAW (grant it: sudo setcap cap_net_raw+ep \
        $(command -v \(.tool)); or let the server write what it sees: \(.tool) serve --pcap-from server)
        """
      )
    case .noDevice:
      let names = CaptureDevice.all().map(\.name.printable).joined(separator: ", ")
      self.init(
        file: error.place,
        "there is no such device",
        remedy: names.isEmpty ? nil : "there are \(names)"
      )
    case .device: self.init("\(error.place): \(error.message)")
    case .occupied:
      self.init(file: error.place, error.message, remedy: "remove it, or choose another name")
    case .output(let code):
      let remedy: ToolText? =
        switch code {
        case ENOSPC, EDQUOT: "free some space; what was written before is a capture"
        case EFBIG: "see --rotate-size; what was written before is a capture"
        case ENOENT: "check the path"
        case EACCES, EPERM: "check the permissions, also those of the folder"
        default: nil
        }
      self.init(file: error.place, "cannot be written: \(error.message)", remedy: remedy)
    }
  }
}
