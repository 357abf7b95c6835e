import CCurl

/// The transfers that libcurl has under way, without waiting for any.
///
/// SAFETY: the handle is made in `init` and freed in `deinit`, once, when no transfer is left in it. A transfer is
/// kept in `transfers` from before it is added until it was removed, so that libcurl never reaches one that is
/// gone. One thread uses an object.
@safe final class UnsafeCurlNetwork {
  private let handle: UnsafeMutableRawPointer
  private var transfers: [UnsafeCurlTransfer] = []

  /// libcurl wants to be told once, before anything else.
  private static let isReady = kymo_curl_start_library() == 0

  /// Makes a network without transfers; nil if libcurl cannot.
  init?() {
    guard Self.isReady, let handle = unsafe curl_multi_init() else { return nil }
    unsafe self.handle = handle
  }

  deinit {
    for transfer in transfers { unsafe kymo_curl_remove(handle, transfer.handle) }
    unsafe curl_multi_cleanup(handle)
  }

  /// Begins a transfer; false if libcurl cannot.
  func add(_ transfer: UnsafeCurlTransfer) -> Bool {
    guard unsafe kymo_curl_add(handle, transfer.handle) == 0 else { return false }
    transfers.append(transfer)
    return true
  }

  /// Ends a transfer.
  func remove(_ transfer: UnsafeCurlTransfer) {
    guard let place = transfers.firstIndex(where: { $0 === transfer }) else { return }
    unsafe kymo_curl_remove(handle, transfer.handle)
    transfers.remove(at: place)
  }

  /// Lets all transfers go on as far as they can.
  ///
  /// - Returns: those that have ended, with their codes.
  func perform() -> [(transfer: UnsafeCurlTransfer, code: Int32)] {
    guard unsafe kymo_curl_perform(handle) == 0 else { return [] }
    var ended: [(UnsafeCurlTransfer, Int32)] = []
    var code: Int32 = 0
    while let easy = unsafe kymo_curl_next_ended(handle, &code) {
      if let transfer = transfers.first(where: { unsafe $0.handle == easy }) {
        ended.append((transfer, code))
      }
    }
    return ended
  }

  /// Waits until something may have come, at most so many ms.
  func wait(milliseconds: Int32) { _ = unsafe kymo_curl_wait(handle, milliseconds) }
}
