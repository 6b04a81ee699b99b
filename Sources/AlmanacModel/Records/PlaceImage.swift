/// A picture of a place.
public struct PlaceImage: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// An http or https address.
    case link(String)
    /// A file that is published unchanged: the hex SHA-256 of its bytes and its file extension.
    case file(sha256: String, ending: String)
  }

  public var campus: String
  /// The id of the place in the gazetteer.
  public var place: String
  public var source: String
  public var content: Content
  public var attribution: String

  public init(
    campus: String, place: String, source: String, content: Content, attribution: String
  ) {
    self.campus = campus
    self.place = place
    self.source = source
    self.content = content
    self.attribution = attribution
  }
}
