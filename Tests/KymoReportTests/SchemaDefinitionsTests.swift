import Testing

@testable import KymoReport

@Suite("Definitions of schemas") struct SchemaDefinitionsTests {
  private static let definitions = SchemaDefinitions(
    """
    {
      "a": { "type": "integer" },
      "b": {
        "items": { "$ref": "#/$defs/a" }
      },
      "c": { "type": "null" }
    }

    """
  )

  @Test("A schema is printed with what it refers to, and what that refers to") func bundled() {
    let schema = "{\n  \"x\": { \"$ref\": \"#/$defs/b\" }\n}\n"
    #expect(
      Self.definitions.bundled(schema) == """
        {
          "x": { "$ref": "#/$defs/b" },
          "$defs": {
            "a": { "type": "integer" },
            "b": {
              "items": { "$ref": "#/$defs/a" }
            }
          }
        }

        """
    )
    let plain = "{\n  \"$ref\": \"#/$defs/other\"\n}\n"
    #expect(Self.definitions.bundled(plain) == plain)
    let own = "{\n  \"$ref\": \"#/$defs/a\",\n  \"$defs\": { \"a\": true }\n}\n"
    #expect(Self.definitions.bundled(own) == own)
  }

  @Test("No published schema refers to what it has not", arguments: PublishedSchema.allCases)
  func whole(_ schema: PublishedSchema) {
    let text = schema.text
    #expect(text.matches(of: /"\$defs":/).count <= 1)
    for match in text.matches(of: /"#\/\$defs\/(\w+)"/) {
      #expect(text.contains("    \"\(match.1)\": {"), "\(schema.rawValue): \(match.1)")
    }
  }
}
