/// The category of an event and why it has it.
public struct Categorization: Hashable, Sendable, Codable {
  public enum Method: String, Hashable, Sendable, Codable {
    /// A row of a mapping table.
    case table
    /// The model, which has read title, description, venue and organizer.
    case text
    /// The taxonomy's keywords in title and description, where there is no model.
    case keywords
    /// The operator's decision.
    case decision
    /// Nothing spoke clearly; the taxonomy's last resort.
    case none
  }

  /// Id of the primary category.
  public var category: String
  /// Ids of further categories, best first.
  public var others: [String]
  /// 0 ... 1.
  public var confidence: Double
  public var method: Method
  /// In words: the table row, or the words that decided.
  public var reason: String
  /// What else the event's words say, where no source states it; nil where nothing was read.
  public var facets: [EventFacet]?
  public var abstained: Bool { method == .none }

  public init(
    category: String, others: [String] = [], confidence: Double, method: Method, reason: String,
    facets: [EventFacet]? = nil
  ) {
    self.category = category
    self.others = others
    self.confidence = confidence
    self.method = method
    self.reason = reason
    self.facets = facets
  }
}

/// The categories of a configuration and the tables that lead to them; `categories.yaml`.
public struct Taxonomy: Hashable, Sendable, Codable {
  public struct Category: Hashable, Sendable, Codable, Identifiable {
    public var id: String
    public var name: String
    /// Other names a publisher or a query may use.
    public var aliases: [String]

    public init(id: String, name: String, aliases: [String] = []) {
      self.id = id
      self.name = name
      self.aliases = aliases
    }
  }

  /// In the order to show them; the last is the one for events that fit no other.
  public var categories: [Category]
  /// Publishers' words, lower-case, to category ids.
  public var publisher: [String: String]
  /// Category id to words and phrases, lower-case, with their weights.
  public var keywords: [String: [String: Double]]

  public init(
    categories: [Category], publisher: [String: String] = [:],
    keywords: [String: [String: Double]] = [:]
  ) {
    self.categories = categories
    self.publisher = publisher
    self.keywords = keywords
  }

  /// The category with this id, name or alias, in any case.
  public func category(named text: String) -> Category? {
    let wanted = text.lowercased()
    return categories.first { category in
      category.id == wanted || category.name.lowercased() == wanted
        || category.aliases.contains { $0.lowercased() == wanted }
    }
  }
}
