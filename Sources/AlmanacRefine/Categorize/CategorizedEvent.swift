public import AlmanacModel

/// The result of `categorize` for one event.
public struct CategorizedEvent: Hashable, Sendable, Codable, Identifiable {
  /// The event's id.
  public var id: String
  public var categorization: Categorization

  public init(id: String, categorization: Categorization) {
    self.id = id
    self.categorization = categorization
  }
}
