public import AlmanacTime

/// Which listings are published: `only` and `except` of a source, or of the whole configuration.
public struct ListingRules: Hashable, Sendable, Codable {
  /// A listing needs one of them; empty: none is needed.
  public var only: [ListingRule]
  /// A listing that meets one of them is rejected.
  public var except: [ListingRule]

  public init(only: [ListingRule] = [], except: [ListingRule] = []) {
    self.only = only
    self.except = except
  }

  public var isEmpty: Bool { only.isEmpty && except.isEmpty }

  /// Whether a rule asks for a category, which depends on the taxonomy and its model.
  public var readsCategories: Bool { (only + except).contains(where: \.readsCategories) }
}

/// Conditions that hold together.
public struct ListingRule: Hashable, Sendable, Codable {
  /// A text field. Of several values, one is enough.
  public enum Field: String, Hashable, Sendable, Codable, CaseIterable {
    case title, tag, venue, organizer, audience
    /// A word of the publisher, or the id or name of the category that Almanac finds.
    case category
  }

  /// A condition on something that the listing does not provide never holds.
  public enum Condition: Hashable, Sendable, Codable {
    /// One of the patterns matches: words, `*` patterns or `/regular expressions/`.
    case text(Field, [String])
    /// The listing's place, or else its own point, is at most so many meters away.
    case near(Coordinate, meters: Double)
    /// Seconds from start to end are above `over` and below `under`.
    case duration(over: Int?, under: Int?)
    /// Seconds from the run's day to the first start are above `over` and below `under`; 0 if it has
    /// begun.
    case ahead(over: Int?, under: Int?)
    /// Minutes of the campus's day in which it starts; `to` is exclusive and may be on the next day.
    case time(from: Int, to: Int)
    /// Of the first start, in the campus's zone.
    case weekday([Weekday])
    /// Whether one can attend online.
    case online(Bool)
    case any([ListingRule])
    case all([ListingRule])
  }

  /// As the operator wrote it, in one line.
  public var name: String
  public var conditions: [Condition]

  public init(name: String, conditions: [Condition]) {
    self.name = name
    self.conditions = conditions
  }

  var readsCategories: Bool {
    conditions.contains { condition in
      switch condition {
      case .text(.category, _): true
      case .any(let rules), .all(let rules): rules.contains(where: \.readsCategories)
      default: false
      }
    }
  }
}
