import KymoRecording
import KymoText

extension InputChannel {
  /// A channel of JSON objects, for what has text beside numbers.
  ///
  /// Its schema is `kymograph.Name`, where the name is made of the topic. A member whose value is not known is
  /// missing in a message.
  static func objects(_ topic: String, _ fields: [SampleTable.Field]) -> InputChannel {
    let name = "kymograph." + messageName(topic)
    let members = fields.map { field in
      let type =
        switch field.kind {
        case .number: "number"
        case .text: "string"
        case .truth: "boolean"
        }
      var value: [JSONMember] = [JSONMember("type", JSONText(type))]
      if !field.comment.isEmpty { value.append(JSONMember("description", JSONText(field.comment))) }
      return JSONMember(field.name, .object(value))
    }
    let schema: JSONText = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": JSONText(name),
      "type": "object",
      "properties": .object(members),
    ]
    return .data(
      topic,
      schema: name,
      schemaEncoding: "jsonschema",
      definition: schema.text,
      messageEncoding: "json",
      command: String(topic.drop { $0 == "/" })
    )
  }
}
