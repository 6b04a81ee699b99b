/// The names that publishers commonly use for the fields of an event.
enum MappingWords {
  /// The names of each field of `mapping`, the most specific first.
  static let fields: [(field: String, names: [String])] = [
    ("id", ["id", "guid", "uid", "eventid", "event_id", "identifier", "nid", "@id"]),
    (
      "title",
      [
        "title", "name", "summary", "eventtitle", "event_title", "eventname", "heading", "subject",
        "topic",
      ]
    ),
    (
      "link",
      [
        "localist_url", "link", "url", "permalink", "eventurl", "event_url", "href", "weblink",
        "htmllink", "@url",
      ]
    ),
    (
      "description",
      ["description", "content", "body", "details", "text", "longdescription", "abstract"]
    ),
    (
      "start",
      [
        "start", "startdate", "start_date", "starttime", "start_time", "startdatetime", "begin",
        "begins", "dtstart", "datestart", "date_start", "startsat", "date", "eventdate", "when",
      ]
    ),
    (
      "end",
      [
        "end", "enddate", "end_date", "endtime", "end_time", "enddatetime", "ends", "dtend",
        "dateend", "date_end", "endsat", "finish", "finishes", "end_value",
      ]
    ),
    (
      "venue",
      [
        "venuename", "location_name", "venue", "location", "place", "where", "building", "room",
      ]
    ),
    (
      "category",
      ["category", "categories", "type", "eventtype", "event_type", "event_types", "topic", "tags"]
    ),
    (
      "organizer",
      ["organizer", "organiser", "host", "sponsor", "department", "departments", "group_name"]
    ),
    ("price", ["price", "cost", "admission", "fee", "ticket_cost"]),
    ("latitude", ["latitude", "lat"]), ("longitude", ["longitude", "lng", "lon", "long"]),
    ("image", ["image", "picture", "photo", "thumbnail", "imageurl", "photo_url"]),
    ("visibility", ["visibility", "private", "is_private", "is_public"]),
    ("status", ["cancelled", "canceled", "is_cancelled", "is_canceled", "status"]),
    ("timezone", ["timezone", "time_zone", "tz"]),
  ]

  /// Names of the time of day, for a start or an end that is only a date.
  static let times: [String: [String]] = [
    "start": [
      "time", "starttime", "start", "timestart", "begintime", "begin", "begins", "hour", "from",
    ],
    "end": ["endtime", "end", "timeend", "ends", "finish", "finishes", "to", "until", "till"],
  ]

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
