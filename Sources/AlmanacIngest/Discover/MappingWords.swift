/// The names that publishers commonly use around the fields of an event; see also `EventNames`.
enum MappingWords {
  /// Names of the date of publication, which is no start.
  static let written = ["date", "published", "updated", "modified", "created", "pubdate", "issued"]

  static let rooms = ["room", "room_number", "room_name"]

  /// Names of the only relevant member of an object that wraps a value.
  static let inner = [
    "name", "title", "label", "text", "value", "datetime", "date", "local", "iso", "url",
    "displayname",
  ]

  /// Names of the member that contains all fields of an item: of JSON:API, GeoJSON and Airtable.
  static let wrappers = ["attributes", "properties", "fields", "node"]

  /// Parts of the names of lists that contain the dates of an item.
  static let dates = [
    "date", "instance", "occurrence", "performance", "schedule", "session", "showing", "time",
  ]

  /// Reduces a name to lower-case letters without common prefixes and suffixes, in English:
  /// "event_start_unix" and "Beginn" become "start".
  static func plain(_ name: some StringProtocol) -> String {
    var plain = name.lowercased().filter { $0.isLetter || $0 == "@" }
    for prefix in ["event", "meeting", "evcal", "field"] where plain.hasPrefix(prefix) {
      if plain.count > prefix.count { plain.removeFirst(prefix.count) }
    }
    for suffix in ["unix", "utc", "gmt", "timestamp"] where plain.hasSuffix(suffix) {
      if plain.count > suffix.count { plain.removeLast(suffix.count) }
    }
    return TranslatedNames.english[plain] ?? plain
  }
}
