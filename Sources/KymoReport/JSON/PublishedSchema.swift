/// The JSON Schemas of the files that people write, or programs read: draft 2020-12.
///
/// Members may be added to a document without a new version of its schema, and so the schemas of reports leave room for
/// more; none goes, and none changes its meaning.
public enum PublishedSchema: String, CaseIterable, Sendable {
  /// `kymo.limits.json`: what figures may be.
  case limits
  /// The manifest of a corpus.
  case corpus
  /// The result of a task of a corpus.
  case corpusResult = "corpus-result"
  /// The result of a whole corpus.
  case corpusMerge = "corpus-merge"
  /// A run under load, as `kymo bench` and `kymo load` print it.
  case bench
  /// Calls with every stage, as `kymo call` prints them.
  case call
  /// A log of calls as a recording, as `kymo import` reports it.
  case callLogImport = "call-log-import"
  /// A capture of packets, as `kymo inspect` prints it.
  case capture
  /// A capture as a recording, as `kymo import F.pcap` reports it.
  case captureImport = "capture-import"
  /// A capture that was replayed through handlers, as `kymo replay F.pcap` prints it.
  case captureReplay = "capture-replay"
  /// The strict reader's findings, as `kymo check` prints them.
  case check
  /// The cost of an event, as `kymo count` prints it.
  case counts
  /// A part of a recording, as `kymo cut` reports it.
  case cut
  /// A step of a recording with all that came of it, as `print --json` of `kymo debug` prints it.
  case debug
  /// Devices to capture from, as `kymo capture --list` prints them.
  case devices
  /// In what two recordings differ, as `kymo diff` prints it.
  case diff
  /// A recording as packets, as `kymo export` reports it.
  case export
  /// How long functions take, as `time` of a package's benchmarks prints it.
  case functions
  /// The verdict on two builds, as `kymo gate` prints it.
  case gate
  /// The handlers of an app, as `kymo bench --handlers` prints them.
  case handlers
  /// A phone's export as a recording, as `kymo import` reports it.
  case `import`
  /// A package that was begun, as `kymo init` prints it.
  case newPackage = "init"
  /// The contents of a recording, as `kymo inspect` prints them.
  case inspect
  /// Packets that were captured, as `kymo capture` prints it.
  case liveCapture = "live-capture"
  /// Several recordings as one, as `kymo merge` reports it.
  case merge
  /// The dependencies of an app beside its input, as `kymo perturb` prints them.
  case perturb
  /// Where the time goes, as `kymo profile` prints it.
  case profile
  /// Instructions of each function, as `kymo profile --with valgrind` prints them.
  case profileInstructions = "profile-instructions"
  /// All that a profile has, as `kymo profile --export json` writes it.
  case profileSamples = "profile-samples"
  /// The rows that a statement finds in a recording, as `kymo query` prints them.
  case query
  /// The part that could be salvaged, as `kymo recover` prints it.
  case recover
  /// Repetitions of a run under load, as `kymo bench --repetitions` prints them.
  case repetitions
  /// A recording that was replayed, as `kymo replay` prints it.
  case replay
  /// A page that was run against a session, as `kymo run` prints it.
  case run
  /// Each fault tried once, as `kymo run --sweep-faults` prints them.
  case runFaults = "run-faults"
  /// One run for each value of an option, as `kymo scan` prints them.
  case scan
  /// A capture against a live server, as `kymo send` prints it.
  case send
  /// The summary of a server, as `kymo serve` prints it.
  case serve
  /// A session in another form, as `kymo export` reports it.
  case sessionExport = "session-export"
  /// Load in stages, as `kymo bench --stage` prints it.
  case stages
  /// The present state of a server, as `GET /status` answers.
  case status
  /// The search for the highest rate, as `kymo sweep` prints it.
  case sweep
  /// A synthetic session, as `kymo synth` reports it.
  case synth
  /// The tool and what it can do, as `kymo --version` prints it.
  case version

  /// The schema, which refers to no other document.
  public var text: String {
    let definitions = PackageResources.kymo_definitions_json
    return SchemaDefinitions(String(decoding: definitions, as: UTF8.self))
      .bundled(String(decoding: bytes, as: UTF8.self))
  }

  private var bytes: [UInt8] {
    switch self {
    case .limits: PackageResources.kymo_limits_schema_json
    case .corpus: PackageResources.kymo_corpus_schema_json
    case .corpusResult: PackageResources.kymo_corpus_result_schema_json
    case .corpusMerge: PackageResources.kymo_corpus_merge_schema_json
    case .bench: PackageResources.kymo_bench_schema_json
    case .call: PackageResources.kymo_call_schema_json
    case .callLogImport: PackageResources.kymo_call_log_import_schema_json
    case .capture: PackageResources.kymo_capture_schema_json
    case .captureImport: PackageResources.kymo_capture_import_schema_json
    case .captureReplay: PackageResources.kymo_capture_replay_schema_json
    case .check: PackageResources.kymo_check_schema_json
    case .counts: PackageResources.kymo_counts_schema_json
    case .cut: PackageResources.kymo_cut_schema_json
    case .debug: PackageResources.kymo_debug_schema_json
    case .devices: PackageResources.kymo_devices_schema_json
    case .diff: PackageResources.kymo_diff_schema_json
    case .export: PackageResources.kymo_export_schema_json
    case .functions: PackageResources.kymo_functions_schema_json
    case .gate: PackageResources.kymo_gate_schema_json
    case .handlers: PackageResources.kymo_handlers_schema_json
    case .import: PackageResources.kymo_import_schema_json
    case .newPackage: PackageResources.kymo_init_schema_json
    case .inspect: PackageResources.kymo_inspect_schema_json
    case .liveCapture: PackageResources.kymo_live_capture_schema_json
    case .merge: PackageResources.kymo_merge_schema_json
    case .perturb: PackageResources.kymo_perturb_schema_json
    case .profile: PackageResources.kymo_profile_schema_json
    case .profileInstructions: PackageResources.kymo_profile_instructions_schema_json
    case .profileSamples: PackageResources.kymo_profile_samples_schema_json
    case .query: PackageResources.kymo_query_schema_json
    case .recover: PackageResources.kymo_recover_schema_json
    case .repetitions: PackageResources.kymo_repetitions_schema_json
    case .replay: PackageResources.kymo_replay_schema_json
    case .run: PackageResources.kymo_run_schema_json
    case .runFaults: PackageResources.kymo_run_faults_schema_json
    case .scan: PackageResources.kymo_scan_schema_json
    case .send: PackageResources.kymo_send_schema_json
    case .serve: PackageResources.kymo_serve_schema_json
    case .sessionExport: PackageResources.kymo_session_export_schema_json
    case .stages: PackageResources.kymo_stages_schema_json
    case .status: PackageResources.kymo_status_schema_json
    case .sweep: PackageResources.kymo_sweep_schema_json
    case .synth: PackageResources.kymo_synth_schema_json
    case .version: PackageResources.kymo_version_schema_json
    }
  }
}
