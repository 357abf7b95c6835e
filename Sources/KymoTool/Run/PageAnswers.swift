import KymoBridge
import KymoCommandLine
import KymoMCAP
import KymoRecording
import KymoScript
import KymoText
import KymoTraffic

/// What plugins and servers answer to a page: files that were given, or that lie in the recording of an earlier run.
struct PageAnswers {
  /// The text of a file.
  private struct Given {
    /// The option that takes it.
    var option: String
    var bytes: [UInt8]
    /// The file, for errors.
    var path: String
    /// The attachment that holds it, if it is in a recording.
    var attachment: String?

    /// A failure that says where the text lies.
    func failure(_ problem: String) -> CommandFailure {
      guard let attachment else { return CommandFailure(file: path, problem.printable) }
      return CommandFailure(
        file: path,
        "its attachment \(attachment): \(problem.printable)",
        remedy: "--\(option) FILE takes the place of what the recording has"
      )
    }
  }

  /// Which bridge the page spoke whose plugins the recording has answers of, if this page speaks none with plugins.
  private let unused: String?
  private let plugins: Given?
  private let servers: Given?

  /// Reads the files that the command line names, else those of the recording.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - recording: the recording, and its path; nil without one.
  ///   - hasPlugins: whether the page's bridge has plugins.
  /// - Throws: that one of them cannot be read.
  init(
    _ arguments: ParsedArguments,
    _ recording: (file: SessionFile, path: String)?,
    hasPlugins: Bool
  ) throws(CommandFailure) {
    func given(
      _ option: String,
      _ attachment: String,
      limit: Int
    ) throws(CommandFailure) -> Given? {
      if let path = arguments.textIfGiven(option) {
        let bytes = try UnsafeTextFile.bytes(path, limit: limit)
        return Given(option: option, bytes: bytes, path: path)
      }
      guard let (file, path) = recording else { return nil }
      let count = file.scan.attachments.count { $0.name == attachment }
      guard count < 2 else {
        throw CommandFailure(
          file: path,
          "it has \(count) attachments \(attachment), of the recordings that it was made of",
          remedy: "--\(option) FILE says what is answered"
        )
      }
      do throws(MCAPError) {
        guard let bytes = try file.attachment(attachment, limit: limit) else { return nil }
        return Given(option: option, bytes: bytes, path: path, attachment: attachment)
      } catch { throw CommandFailure(error, file: path) }
    }
    let longest = PhoneLog.maximumBytes
    plugins =
      hasPlugins ? try given("plugins", SessionFile.pluginsName, limit: longest) : nil
    let isUnused =
      !hasPlugins
      && recording?.file.scan.attachments.contains { $0.name == SessionFile.pluginsName } == true
    unused = isUnused ? recording?.file.description?.page["bridge"] ?? "NAME" : nil
    servers = try given("fetch", SessionFile.serversName, limit: FetchScript.maximumBytes)
  }

  /// The options whose files come from the recording.
  var recorded: [String] {
    [plugins, servers].compactMap(\.self).filter { $0.attachment != nil }.map(\.option)
  }

  /// Says which answers come from the recording, and which of it are not used.
  func print(to output: inout Console) {
    if !recorded.isEmpty {
      let names = recorded.map { "--\($0)" }.inWords
      output.print("answers   as in the run that was recorded, see \(names)")
    }
    if let unused {
      output.print(
        "unused    answers of plugins in the recording: the page speaks no bridge with plugins; "
          + "--bridge \(unused.printable) was that of the recording"
      )
    }
  }

  /// The script of plugins; nil if there is none.
  ///
  /// - Throws: what is wrong with it.
  func pluginScript() throws(CommandFailure) -> PluginScript? {
    guard let plugins else { return nil }
    if PhoneLog.isOne(plugins.bytes) {
      do throws(PhoneLogError) { return PluginScript(try PhoneLog(plugins.bytes)) } catch {
        throw plugins.failure(error.description)
      }
    }
    do throws(PluginScriptError) {
      return try PluginScript(json: String(decoding: plugins.bytes, as: UTF8.self))
    } catch { throw plugins.failure("\(error)") }
  }

  /// The script of servers; nil if there is none.
  ///
  /// - Throws: what is wrong with it.
  func fetchScript() throws(CommandFailure) -> FetchScript? {
    guard let servers else { return nil }
    do throws(FetchScriptError) {
      return try FetchScript(json: String(decoding: servers.bytes, as: UTF8.self))
    } catch { throw servers.failure("\(error)") }
  }

  /// The files for the recording of a run.
  ///
  /// - Parameter time: when the session starts, in ns.
  /// - Returns: one for each file; none of what was not given.
  func attachments(at time: Int64) -> [MCAPAttachment] {
    let files = [
      (SessionFile.pluginsName, plugins), (SessionFile.serversName, servers),
    ]
    return files.compactMap { name, given in
      given.map {
        MCAPAttachment(
          logTime: UInt64(clamping: time),
          createTime: 0,
          name: name,
          mediaType: PhoneLog.isOne($0.bytes) ? "application/jsonl" : "application/json",
          data: $0.bytes
        )
      }
    }
  }
}
