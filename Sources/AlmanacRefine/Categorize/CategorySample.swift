import AlmanacModel

/// The input of a model for one event.
public struct CategorySample: Hashable, Sendable {
  public var title: String
  public var text: String
  public var venue: String
  public var organizer: String

  public init(title: String, text: String = "", venue: String = "", organizer: String = "") {
    self.title = title
    self.text = text
    self.venue = venue
    self.organizer = organizer
  }

  init(_ event: Event) {
    self.init(
      title: event.title, text: event.text ?? "", venue: event.venue ?? "",
      organizer: event.organizer ?? "")
  }
}

/// A labeled event.
public struct LabeledEvent: Hashable, Sendable {
  /// Decides the part of a split by hash.
  public var id: String
  /// Decides the part of a split by feed.
  public var feed: String
  /// Decides the part of a split by campus.
  public var campus: String
  public var sample: CategorySample
  /// The publisher's categories, in order.
  public var publisherCategories: [String]
  /// Id of the category.
  public var category: String

  public init(
    id: String, feed: String, campus: String = "", sample: CategorySample,
    publisherCategories: [String] = [], category: String
  ) {
    self.id = id
    self.feed = feed
    self.campus = campus
    self.sample = sample
    self.publisherCategories = publisherCategories
    self.category = category
  }
}
