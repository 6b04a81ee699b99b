/// Advice about the weather of an occurrence.
public struct WeatherAdvisory: Hashable, Sendable, Codable {
  /// A slug that apps match, such as `wet`.
  public var id: String
  /// For people.
  public var text: String

  public init(id: String, text: String) {
    self.id = id
    self.text = text
  }
}
