extension Decoder {
  /// Decodes a value that is stored as one string.
  func value<Value>(named expectation: String, _ read: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = read(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected \(expectation), found '\(text.prefix(80))'")
    }
    return value
  }
}

extension Encoder {
  /// Encodes a value as one string.
  func encode(text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
