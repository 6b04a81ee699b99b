import AlmanacModel

/// The names that publishers commonly use for the fields of an event, the most specific first.
enum EventNames {
  typealias Row = (field: String, names: [String])

  /// The names of columns in lower case without spaces and punctuation, in order of precedence:
  /// those of Google Calendar and Outlook, of manual spreadsheets, and of event software.
  ///
  /// Fields that no mapping has are parts of times, `room`, and columns with yes or no or a word.
  static let columns = rows(of: "column")
  /// The names of elements and members, in the order of `mapping`.
  static let members = rows(of: "member")
  /// The names of a start.
  static let starts = Set(members.first { $0.field == "start" }?.names ?? [])
  /// The names of the time of day, for a start or an end that is only a date.
  static let times = Dictionary(uniqueKeysWithValues: rows(of: "time").map { ($0.field, $0.names) })
  /// Words for yes in the languages of Outlook.
  static let yesWords = words("yes")
  /// Values of events that are public, in a column of private ones.
  static let publicWords = words("public")

  static func columns(of field: String) -> [String] {
    columns.first { $0.field == field }?.names ?? []
  }

  private static func words(_ kind: String) -> Set<String> {
    Set(rows(of: "word").first { $0.field == kind }?.names ?? [])
  }

  private static func rows(of kind: String) -> [Row] {
    EmbeddedTable.eventNames.rows(separator: " ").compactMap { key, names in
      key.hasPrefix(kind + ".")
        ? (String(key.dropFirst(kind.count + 1)), names.split(separator: " ").map(String.init))
        : nil
    }
  }
}
