import GRDB

/// A value of a field, with the occurrences that have it.
enum QueryFacet {
  /// The values of `facet.field`.
  enum Field: String, CaseIterable {
    case category, free, kind, organizer, place, source, tag

    /// Among all of them.
    var position: Int {
      switch self {
      case .category: 0
      case .free: 1
      case .kind: 2
      case .organizer: 3
      case .place: 4
      case .source: 5
      case .tag: 6
      }
    }
  }

  /// Those of the values that any occurrence has.
  static func lists(_ field: Field, _ values: [String], in database: Database) throws
    -> [StoredList]
  {
    let statement = try database.cachedStatement(
      sql: "SELECT number, occurrences FROM facet WHERE field = ? AND value = ?")
    return try Set(values).sorted().compactMap { value in
      try Row.fetchOne(statement, arguments: [field.rawValue, value]).map {
        StoredList(table: .occurrences, number: $0[0], count: $0[1])
      }
    }
  }
}
