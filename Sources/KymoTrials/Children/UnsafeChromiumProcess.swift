import Glibc
package import KymoScript
import KymoText

/// A Chromium without a window that was started for one run, and the two pipes to it.
///
/// It has a profile of its own, which is removed with it, and speaks the DevTools protocol on descriptors 3 and 4. Where
/// it ends with this object, it ends with all that it started.
///
/// SAFETY: every buffer is lent for one call, with its length. A descriptor is closed once, where it was given away or by
/// ``end()``. The process number is used for signals only before it was waited for.
@safe package final class UnsafeChromiumProcess: DevToolsChannel {
  /// The variable of the environment that names the program.
  package static let variable = "KYMOGRAPH_CHROMIUM"
  private static let names = ["chromium", "chromium-browser", "google-chrome"]
  /// How long it is waited for at its end, in ns.
  private static let patienceNanoseconds: Int64 = 20_000_000_000

  private static let options = [
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check",
    "--disable-gpu", "--disable-extensions", "--disable-sync", "--disable-breakpad",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
    "--disable-dev-shm-usage", "--disable-search-engine-choice-screen", "--password-store=basic",
    "--use-mock-keychain", "--mute-audio",
    // Nothing waits for a window that nobody sees.
    "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    // Whoever answers the page's requests decides, as in a web view.
    "--disable-web-security",
  ]

  private let number: pid_t
  private let folder: UnsafeTemporaryFolder
  private let (input, output): (Int32, Int32)
  private var waiting: [UInt8] = []
  private var hasEnded = false

  /// The program: what ``variable`` names, or the first that is found.
  ///
  /// - Throws: that there is none.
  package static func program() throws(TrialError) -> String {
    if let named = UnsafeSystem.environment(variable), !named.isEmpty {
      let found = named.contains("/") ? named : UnsafeProgramSearch.find(named)
      if let found, unsafe access(found, X_OK) == 0, !UnsafeFolder.isFolder(found) { return found }
      throw TrialError(
        about: named.printable,
        "it is no program, and \(variable) says that it is Chromium"
      )
    }
    for name in names {
      if let found = UnsafeProgramSearch.find(name) { return found }
    }
    throw TrialError(
      about: "chromium",
      "it is not installed",
      remedy: "install the package chromium, or name the program in \(variable)"
    )
  }

  /// Starts it.
  ///
  /// - Throws: that it is not there, or cannot be started.
  package init() throws(TrialError) {
    let program = try Self.program()
    folder = try UnsafeTemporaryFolder()
    var pairs: [[Int32]] = []
    for _ in 0..<2 {
      var pair: [Int32] = [-1, -1]
      guard unsafe pipe(&pair) == 0 else {
        let problem = UnsafeSystem.message(for: errno)
        for end in pairs.joined() { close(end) }
        folder.remove()
        throw TrialError("no pipe can be made: \(problem)")
      }
      // Out of the way of the numbers that it is to have.
      pairs.append(
        pair.map { end in
          let moved = fcntl(end, F_DUPFD_CLOEXEC, 16)
          close(end)
          return moved
        }
      )
    }
    let log = unsafe open(
      folder.path + "/log",
      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
      mode_t(0o600)
    )
    let said = fcntl(log, F_DUPFD_CLOEXEC, 16)
    close(log)
    // What it puts beside its profile goes with it.
    var words = ["/usr/bin/env", "TMPDIR=\(folder.path)", program] + Self.options
    words.append("--user-data-dir=\(folder.path)/profile")
    // The browser's own rule: the administrator has no sandbox.
    if geteuid() == 0 { words.append("--no-sandbox") }
    defer { for end in [pairs[0][0], pairs[1][1], said] { close(end) } }
    do throws(TrialError) {
      number = try UnsafeSpawn.start(
        words + ["about:blank"],
        giving: [(said, 1), (said, 2), (pairs[0][0], 3), (pairs[1][1], 4)]
      )
    } catch {
      close(pairs[0][1])
      close(pairs[1][0])
      folder.remove()
      throw error
    }
    (input, output) = (pairs[0][1], pairs[1][0])
    for end in [input, output] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit { end() }

  /// Ends it with all that it started, and removes its profile.
  package func end() {
    guard !hasEnded else { return }
    hasEnded = true
    close(input)
    close(output)
    let session = UnsafeProcessSession(number: number)
    let limit = MonotonicTime.nanoseconds(after: Self.patienceNanoseconds)
    repeat {
      session.signal(SIGKILL)
      usleep(5000)
    } while session.members.contains(where: { $0 != number })
      && MonotonicTime.nanoseconds() < limit
    var status: Int32 = 0
    while unsafe waitpid(number, &status, 0) < 0 && errno == EINTR {}
    folder.remove()
  }

  // MARK: The pipes

  package func send(_ bytes: [UInt8]) throws(DevToolsError) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes { buffer in
        unsafe write(input, buffer.baseAddress, buffer.count)
      }
      if count > 0 {
        sent += count
        continue
      }
      guard count < 0, errno == EAGAIN || errno == EINTR else { throw gone }
      // It may wait for us to read before it reads on.
      try wait(milliseconds: 1000, writes: true)
    }
  }

  package func receive(forMilliseconds milliseconds: Int) throws(DevToolsError) -> [UInt8] {
    if waiting.isEmpty { try wait(milliseconds: milliseconds, writes: false) }
    defer { waiting = [] }
    return waiting
  }

  /// Waits until it can be written to, or has sent something, which is kept.
  private func wait(milliseconds: Int, writes: Bool) throws(DevToolsError) {
    var places = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
    if writes { places.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
    unsafe _ = poll(&places, nfds_t(places.count), Int32(milliseconds))
    guard places[0].revents != 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe read(output, &buffer, buffer.count)
    if count > 0 { waiting += buffer[..<count] }
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { throw gone }
  }

  /// What is known about its end: the last line that it said.
  private var gone: DevToolsError {
    let text = (try? UnsafeWholeFile.read(folder.path + "/log", limit: 1 << 20)) ?? ""
    let line = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    return .gone(line.map { String($0).printable } ?? "")
  }
}
