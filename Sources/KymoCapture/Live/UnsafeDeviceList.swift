import CPcap

/// The devices that libpcap finds.
///
/// SAFETY: the list is made by libpcap, read once and freed once, in the same call; its texts are copied.
enum UnsafeDeviceList {
  static func devices() -> [CaptureDevice] {
    var problem = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    var list: UnsafeMutablePointer<pcap_if_t>?
    let status = unsafe problem.withUnsafeMutableBufferPointer {
      unsafe pcap_findalldevs(&list, $0.baseAddress)
    }
    guard status == 0 else { return [] }
    defer { unsafe pcap_freealldevs(list) }
    var devices: [CaptureDevice] = []
    var next = unsafe list
    while let device = unsafe next {
      let flags = unsafe device.pointee.flags
      devices.append(
        CaptureDevice(
          name: unsafe device.pointee.name.map { unsafe String(cString: $0) } ?? "",
          description: unsafe device.pointee.description.map { unsafe String(cString: $0) } ?? "",
          isUp: flags & UInt32(PCAP_IF_UP) != 0,
          isLoopback: flags & UInt32(PCAP_IF_LOOPBACK) != 0
        )
      )
      unsafe next = device.pointee.next
    }
    return devices
  }
}
