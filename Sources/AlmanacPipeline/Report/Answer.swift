import Foundation

/// What a command answers: one JSON object for machines, and text for people that is made of it.
public protocol Answer: Encodable, Sendable {
  /// Name and version of the object's form, such as `almanac.status/2`.
  static var schema: String { get }
}

extension Answer {
  /// The object on one line, its members sorted by name. A member that is unknown is absent.
  public var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(Labeled(value: self)), as: UTF8.self)
    }
  }
}

/// The members of an answer, and its schema besides.
private struct Labeled<Value: Answer>: Encodable {
  private enum CodingKeys: CodingKey { case schema }

  let value: Value

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(Value.schema, forKey: .schema)
    try value.encode(to: encoder)
  }
}
