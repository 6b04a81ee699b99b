/// A value that is stored as one string, its description.
public protocol TextCoded: Codable, CustomStringConvertible {
  /// The form of the text, for error messages.
  static var textForm: String { get }

  init?(text: String)
}

extension TextCoded {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected \(Self.textForm), found '\(text.prefix(80))'")
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
