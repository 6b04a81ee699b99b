/// The category of an event, with the reason.
public struct Categorization: Hashable, Sendable, Codable {
  public enum Method: String, Hashable, Sendable, Codable {
    /// A row of a mapping table.
    case table
    /// The text model, from title, description, venue and organizer.
    case text
    /// The taxonomy's keywords in title and description, if there is no model.
    case keywords
    /// The operator's decision.
    case decision
    /// Abstention: the evidence is too weak; the category is the taxonomy's last one.
    case none
  }

  /// Id of the primary category.
  public var category: String
  /// Ids of further categories, best first.
  public var others: [String]
  /// 0 ... 1.
  public var confidence: Double
  public var method: Method
  /// For people: the source's category, or the words that decided.
  public var reason: String
  /// Attributes extracted from the event's text because no source provides them; nil for none.
  public var facets: [EventFacet]?
  /// Hash of the text and of the model before it learned a campus's words; nil if neither was used. While
  /// it is the same, the next run keeps the category unless another is clearly more certain.
  public var basis: String?
  public var abstained: Bool { method == .none }

  public init(
    category: String, others: [String] = [], confidence: Double, method: Method, reason: String,
    facets: [EventFacet]? = nil, basis: String? = nil
  ) {
    self.category = category
    self.others = others
    self.confidence = confidence
    self.method = method
    self.reason = reason
    self.facets = facets
    self.basis = basis
  }
}

/// The categories of a configuration, with the tables that map to them; `categories.yaml`.
public struct Taxonomy: Hashable, Sendable, Codable {
  public struct Category: Hashable, Sendable, Codable, Identifiable {
    public var id: String
    public var name: String
    /// Other names that publishers and queries may use.
    public var aliases: [String]

    public init(id: String, name: String, aliases: [String] = []) {
      self.id = id
      self.name = name
      self.aliases = aliases
    }
  }

  /// In display order. The last one is for events that fit no other.
  public var categories: [Category]
  /// Publishers' words, lower-case, to category ids.
  public var publisher: [String: String]
  /// Category id to words and phrases, lower-case, with their weights.
  public var keywords: [String: [String: Double]]
  /// Category id to phrases of its events, with a semicolon between them, for the training of a model.
  public var phrases: [String: String]

  public init(
    categories: [Category], publisher: [String: String] = [:],
    keywords: [String: [String: Double]] = [:], phrases: [String: String] = [:]
  ) {
    self.categories = categories
    self.publisher = publisher
    self.keywords = keywords
    self.phrases = phrases
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
