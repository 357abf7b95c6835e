import KymoRecording
import Testing

/// Which names of fields there are, whatever a recording has.
@Suite("Fields that are compared") struct VerificationToleranceTests {
  @Test(
    "A field of a step, a reply, a message or the file",
    arguments: [
      "digest", "metadata", "message.stray", "metadata.seal", "schema.any", "channel./any",
      "attachment.x", "input.data", "reply.text", "trace.missing", "output.extra", "fix.data",
      "digest.log_time",
    ]
  )
  func fields(_ path: String) { #expect(VerificationTolerance.isField(path)) }

  @Test(
    "What is none",
    arguments: [
      "", "digests", "metadat", "message", "reply", "schema", "input.", "input.any", "any.data",
    ]
  )
  func others(_ path: String) { #expect(!VerificationTolerance.isField(path)) }
}
