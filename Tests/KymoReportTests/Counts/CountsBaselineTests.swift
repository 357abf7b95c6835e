import KymoBench
import KymoText
import Testing

@testable import KymoReport

@Suite("Baselines of counts") struct CountsBaselineTests {
  private func subject(_ change: (inout CountsBaseline.Subject) -> Void = { _ in })
    -> CountsBaseline.Subject
  {
    var subject = CountsBaseline.Subject(
      recording: "r.mcap",
      digest: "0123",
      app: "App",
      mode: nil,
      features: ProcessorFeatures(architecture: "x86_64", names: ["avx2", "erms"])
    )
    change(&subject)
    return subject
  }

  @Test("Counts of other machines are compared if the processor can do the same") func features() {
    #expect(subject().difference(from: subject()) == nil)
    let other = subject { $0.features?.names = ["erms"] }
    #expect(
      subject().difference(from: other)
        == "libraries choose their functions by what the processor can do, which differs: "
        + "avx2 here but not there"
    )
    #expect(other.difference(from: subject())?.hasSuffix("avx2 there but not here") == true)
    let arm = subject { $0.features = ProcessorFeatures(architecture: "aarch64", names: []) }
    #expect(
      subject().difference(from: arm) == "it was counted on aarch64, and this is x86_64"
    )
    #expect(
      subject().difference(from: subject { $0.features = nil })?.contains("not known") == true
    )
    #expect(
      subject().difference(from: subject { $0.digest = "4567" })?.contains("another recording")
        == true
    )
    #expect(subject().difference(from: subject { $0.app = "B" }) == "its app is B, not App")
    #expect(
      subject().difference(from: subject { $0.mode = "strict" }) == "its mode is strict, not none"
    )
  }

  @Test("Of what the kernel says, only what libraries choose by") func kernel() {
    let text = "processor\t: 0\nmodel name\t: X\nflags\t\t: fpu avx2 hypervisor erms tsc\n"
    #expect(
      ProcessorFeatures(cpuInfo: text, architecture: "x86_64")
        == ProcessorFeatures(architecture: "x86_64", names: ["avx2", "erms"])
    )
    let arm = ProcessorFeatures(cpuInfo: "Features\t: fp asimd crc32\n", architecture: "aarch64")
    #expect(arm?.names == ["asimd", "crc32"])
    #expect(ProcessorFeatures(cpuInfo: "processor: 0\n", architecture: "x86_64") == nil)
  }

  private func document(_ instructions: String, digest: String = "\"0123\"") -> String {
    """
    {
      "schema": "kymograph.counts/1", "recording": "r.mcap", "app": "App", "mode": null,
      "recordingDigest": \(digest), "valgrind": "valgrind-3.19.0", "valid": true,
      "processorFeatures": {"architecture": "x86_64", "names": ["avx2", "erms"]},
      "commands": [
        {"name": "accel", "countedEvents": 1000,
         "perEvent": {"instructions": \(instructions), "bytes": null}},
        {"name": "go", "countedEvents": 1000, "perEvent": {"instructions": 5}}
      ],
      "overall": {"name": "all", "countedEvents": 2000, "perEvent": {"instructions": 7}}
    }
    """
  }

  @Test("What both have is compared, figure by figure") func changes() throws {
    let baseline = try CountsBaseline(json: document("800"), name: "main")
    #expect(baseline.subject == subject())
    #expect(baseline.rows.map(\.name) == ["accel", "go", "all"])
    let new = [
      CountsSummary.Row(name: "accel", events: 9, perEvent: [(.instructions, 840), (.bytes, 3)]),
      CountsSummary.Row(name: "new", events: 9, perEvent: [(.instructions, 1)]),
    ]
    let changes = baseline.changes(to: new)
    #expect(changes.map(\.command) == ["accel"])
    #expect(changes.first.flatMap(\.percent).map { ($0 * 1e6).rounded() } == 5e6)
    #expect(baseline.json(changes).compactText.contains("\"before\":800,\"now\":840"))
  }

  @Test("What is no baseline is refused in a sentence") func errors() {
    func problem(_ json: String) -> String {
      do throws(BaselineError) {
        _ = try CountsBaseline(json: json, name: "main")
        return "nothing"
      } catch { return "\(error)" }
    }
    #expect(
      problem("{\"schema\": \"kymograph.bench/1\"}").hasPrefix("its schema is 'kymograph.bench/1'")
    )
    #expect(
      problem(document("800", digest: "null"))
        == "it is damaged: 'recordingDigest' is missing or wrong"
    )
    #expect(problem(document("\"x\"")) == "it is damaged: 'instructions' is missing or wrong")
    #expect(problem("{").hasPrefix("it is not JSON"))
  }
}
