import AlmanacRecords

/// The result of a command: one JSON object for programs, from which the text for people is made.
public protocol Answer: Encodable, Sendable {
  /// Name and version of the JSON format, such as `almanac.status/2`.
  static var schema: String { get }
}

extension Answer {
  /// The object on one line, its members sorted by name. A member that is unknown is absent.
  public var json: String {
    get throws { try RecordCoding.text(of: Labeled(value: self)) }
  }

  /// The content of a file with the object.
  var bytes: [UInt8] {
    get throws { Array((try json + "\n").utf8) }
  }
}

private struct Labeled<Value: Answer>: Encodable {
  private enum CodingKeys: CodingKey { case schema }

  let value: Value

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(Value.schema, forKey: .schema)
    try value.encode(to: encoder)
  }
}
