@testable import KymoProfile
import Testing

@Suite("Profiles that are read again") struct ProfileReaderTests {
  private func read(_ text: String) throws(ProfileError) -> Profile {
    try ProfileReader.read(Array(text.utf8), name: "file")
  }

  @Test("are the same, from JSON") func lossless() throws {
    for profile in [ProfileSamples.walk, ProfileSamples.later, ProfileSamples.hostile] {
      let bytes = try ProfileExport.write(profile, as: .json)
      let again = try ProfileReader.read(bytes, name: "file")
      #expect(again == profile)
      // Equal strings may still differ in their scalars.
      #expect(try ProfileExport.write(again, as: .json) == bytes)
    }
    var least = Profile(name: "", exporter: "")
    least.stages = [
      StageTime(
        command: nil,
        stage: "",
        count: .max,
        total: .min,
        percentiles: StageTime.Percentiles(p50: .min, p90: 0, p99: .max),
        longest: .max
      )
    ]
    #expect(try ProfileReader.read(ProfileExport.write(least, as: .json), name: "") == least)
  }

  @Test("have the same stacks, from folded ones") func folded() throws {
    for profile in [ProfileSamples.walk, ProfileSamples.hostile] {
      let bytes = try ProfileExport.write(profile, as: .folded)
      let again = try ProfileReader.read(bytes, name: "file")
      #expect(try ProfileExport.write(again, as: .folded) == bytes)
      #expect(again.name == "file")
    }
    let profile = try read("a b;{\"x;c 3\r\n\na b;d 2\na b;{\"x;c 4")
    #expect(profile.frames.map(\.name) == ["a b", "{\"x", "c", "d"])
    #expect(profile.samples.map(\.count) == [7, 2])
  }

  @Test(
    "are refused with a place",
    arguments: [
      ("", "it is empty; a profile is what profile --export json or folded wrote"),
      ("\n\n", "line 3: the file ends without a single stack"),
      ("a;b 3\nword\n", "line 2: there is no blank before a number of samples"),
      ("a;b 3.5\n", "line 1: '3.5' is not a number of samples"),
      ("a;b -1\n", "line 1: '-1' is not a number of samples"),
      ("a;b 0\n", "line 1: '0' is not a number of samples"),
      ("a;b \n", "line 1: there is no number of samples"),
      ("a 9007199254740992\na 1", "line 2: the samples add up to more than 2^53"),
      ("a 9007199254740992\nb 1", "samples[1]: the samples add up to more than 2^53"),
      ("a 99999999999999999999\n", "line 1: '99999999999999999999' is not a number of samples"),
      ("a \u{1B}[2J", "line 1: '\u{FFFD}[2J' is not a number of samples"),
      ("{", "it is not JSON: the text ends within a value, at offset 1"),
      (
        "{}",
        "it states no schema; a profile is what profile --export json or folded wrote"
      ),
      (
        "[]",
        "it states no schema; a profile is what profile --export json or folded wrote"
      ),
      (
        " null\n",
        "it states no schema; a profile is what profile --export json or folded wrote"
      ),
      (
        "{\"schema\": \"kymograph.bench/1\"}",
        "its schema is 'kymograph.bench/1', not 'kymograph.profile-samples/1'; "
          + "a profile is what profile --export json or folded wrote"
      ),
      (
        "{\"schema\": \"kymograph.profile-samples/1\"}", "it is damaged: 'name' is missing or wrong"
      ),
      ("{\"schema\": \"kymograph.profile/1\"}", "it is damaged: 'name' is missing or wrong"),
    ]
  )
  func refusals(text: String, problem: String) {
    #expect(throws: ProfileError.self) { try read(text) }
    do { _ = try read(text) } catch { #expect(error.description == problem) }
  }

  @Test("are refused where a line is not UTF-8") func encoding() {
    #expect(throws: ProfileError.line(2, problem: "it is not UTF-8")) {
      try ProfileReader.read(Array("a 1\n".utf8) + [0xFF, 0x20, 0x31], name: "")
    }
  }

  @Test(
    "are refused if an index leads nowhere, or a member is of another kind",
    arguments: [
      ("\"stack\":[0,", "\"stack\":[99,", "samples[0]: there is no frame 99"),
      ("\"stack\":[0,", "\"stack\":[-1,", "samples[0]: there is no frame -1"),
      (
        "\"stack\":[0,", "\"stack\":[0.5,",
        "it is damaged: 'samples[0].stack[0]' is missing or wrong"
      ),
      ("\"thread\":1,", "\"thread\":2,", "samples[13]: there is no thread 2"),
      ("\"count\":310,", "\"count\":0,", "samples[0]: its count is 0"),
      (
        "\"waiting\":false", "\"waiting\":0",
        "it is damaged: 'samples[0].waiting' is missing or wrong"
      ),
      (
        "\"sequence\":497", "\"sequence\":-1",
        "it is damaged: 'slices[0].sequence' is missing or wrong"
      ),
      ("\"source\":1", "\"source\":65536", "it is damaged: 'slices[0].source' is missing or wrong"),
      (
        "\"startNanoseconds\":950", "\"startNanoseconds\":-1",
        "slices[0]: its time is negative or too large"
      ),
      ("\"threads\": [", "\"thread\": [", "it is damaged: 'threads' is missing or wrong"),
      (
        "\"p90Nanoseconds\"", "\"p91\"",
        "it is damaged: 'stages[0].p90Nanoseconds' is missing or wrong"
      ),
      ("\"due\":", "\"do\":", "it is damaged: 'sampling.due' is missing or wrong"),
      ("\"due\":", "\"due\":-", "it is damaged: 'sampling.due' is missing or wrong"),
      (
        "\"delivered\":", "\"delivered\":9",
        "sampling: of 2000 samples that were due, 91988 came and 3 were dropped"
      ),
    ]
  )
  func indexes(part: String, other: String, problem: String) throws {
    let json = String(
      decoding: try ProfileExport.write(ProfileSamples.walk, as: .json),
      as: UTF8.self
    )
    let place = try #require(json.firstRange(of: part))
    var changed = json
    changed.replaceSubrange(place, with: other)
    #expect(throws: ProfileError.self) { try read(changed) }
    do { _ = try read(changed) } catch { #expect(error.description == problem) }
  }

  @Test("need no recursion, however deep a stack is") func deep() throws {
    let profile = try read(String(repeating: "f;", count: 100_000) + "g 5\n")
    #expect(profile.samples[0].stack.count == 100_001)
    let graph = try FlameGraph(profile).svg
    #expect(graph.contains("99,602 frames above row 400 are not shown"))
    _ = FlameGraph(try ProfileDifference(before: profile, after: profile)).svg
    for format in [ProfileFormat.folded, .speedscope, .callgrind, .pprof, .json] {
      #expect(try !ProfileExport.write(profile, as: format).isEmpty)
    }
  }
}
