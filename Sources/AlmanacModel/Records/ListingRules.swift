public import AlmanacTime

/// Selects the listings to publish: `only` and `except` of a source or of the whole configuration.
public struct ListingRules: Hashable, Sendable, Codable {
  /// A listing must match one of them; empty: any listing matches.
  public var only: [ListingRule]
  /// A listing that matches one of them is rejected.
  public var except: [ListingRule]

  public init(only: [ListingRule] = [], except: [ListingRule] = []) {
    self.only = only
    self.except = except
  }

  public var isEmpty: Bool { only.isEmpty && except.isEmpty }

  /// Whether a rule tests a category, which depends on the taxonomy and its model.
  public var readsCategories: Bool { (only + except).contains(where: \.readsCategories) }
}

/// A conjunction of conditions.
public struct ListingRule: Hashable, Sendable, Codable {
  /// A text field. One matching value is enough.
  public enum Field: String, Hashable, Sendable, Codable, CaseIterable {
    case title, tag, venue, organizer, audience
    /// A category of the publisher, or the id or name of the category that Almanac assigned.
    case category
  }

  /// A condition on a value that the listing lacks never holds.
  public enum Condition: Hashable, Sendable, Codable {
    /// One of the patterns matches: words, `*` patterns or `/regular expressions/`.
    case text(Field, [String])
    /// The listing's place, or else its own point, is within this distance.
    case near(Coordinate, meters: Double)
    /// The seconds from start to end are above `over` and below `under`.
    case duration(over: Int?, under: Int?)
    /// The seconds from the run's day to the first start are above `over` and below `under`; 0 if
    /// it has begun.
    case ahead(over: Int?, under: Int?)
    /// The start is in this range of minutes of the campus's day. `to` is exclusive and may be on
    /// the next day.
    case time(from: Int, to: Int)
    /// The weekday of the first start, in the campus's zone.
    case weekday([Weekday])
    /// Whether people can attend online.
    case online(Bool)
    case any([ListingRule])
    case all([ListingRule])
  }

  /// The rule as the operator wrote it, in one line.
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
