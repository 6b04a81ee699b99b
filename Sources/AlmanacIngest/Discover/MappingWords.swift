/// The names that publishers commonly use around the fields of an event; see also `EventNames`.
enum MappingWords {
  /// Names of the date of publication, which is no start.
  static let written = ["date", "published", "updated", "modified", "created", "pubdate", "issued"]

  static let rooms = ["room", "room_number", "room_name"]

  /// Names of the only relevant member of an object that wraps a value.
  static let inner = [
    "name", "title", "label", "text", "value", "datetime", "date", "local", "iso", "url",
    "displayname", "rendered",
  ]

  /// Codes of languages: the names, or ends of names, of members with one text in several languages.
  static let languages: Set<String> = [
    "ca", "cs", "da", "de", "en", "es", "eu", "fi", "fr", "it", "ja", "ko", "nb", "nl", "pl", "pt",
    "sv", "zh",
  ]

  /// Names of the member that contains most fields of an item: of JSON:API, GeoJSON, Airtable and
  /// WordPress.
  static let wrappers = ["attributes", "properties", "fields", "node", "acf"]

  /// Parts of the names of lists that contain the dates of an item.
  static let dates = [
    "date", "instance", "occurrence", "performance", "schedule", "session", "showing", "time",
  ]

  /// Reduces a name to lower-case letters without common prefixes and suffixes, in English:
  /// "event_start_unix", "start_fr" and "Beginn" become "start".
  static func plain(_ name: some StringProtocol) -> String {
    var name = name.lowercased()
    if let mark = name.lastIndex(of: "_"), mark > name.startIndex,
      languages.contains(String(name[name.index(after: mark)...]))
    {
      name.removeSubrange(mark...)
    }
    var plain = name.filter { $0.isLetter || $0 == "@" }
    for prefix in ["field", "event", "meeting", "evcal"] where plain.hasPrefix(prefix) {
      if plain.count > prefix.count { plain.removeFirst(prefix.count) }
    }
    for suffix in ["unix", "utc", "gmt", "timestamp"] where plain.hasSuffix(suffix) {
      if plain.count > suffix.count { plain.removeLast(suffix.count) }
    }
    return TranslatedNames.english[plain] ?? plain
  }
}
