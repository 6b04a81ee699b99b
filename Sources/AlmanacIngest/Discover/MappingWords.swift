/// The names that publishers give to what an event has.
enum MappingWords {
  /// By the names of `mapping`; the words for each field, the most telling first.
  static let fields: [(field: String, names: [String])] = [
    ("id", ["id", "guid", "uid", "eventid", "event_id", "identifier", "nid", "@id"]),
    (
      "title",
      ["title", "name", "summary", "eventtitle", "event_title", "eventname", "heading", "topic"]
    ),
    (
      "link",
      [
        "localist_url", "link", "url", "permalink", "eventurl", "event_url", "href", "weblink",
        "@url",
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
        "dateend", "date_end", "endsat", "finish", "finishes",
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
  ]

  /// Of the time of day, where a start or an end is a day.
  static let times: [String: [String]] = [
    "start": [
      "time", "starttime", "start", "timestart", "begintime", "begin", "begins", "hour", "from",
    ],
    "end": ["endtime", "end", "timeend", "ends", "finish", "finishes", "to", "until", "till"],
  ]

  /// Of when an item of a feed was written, where its reader knows no date of an event.
  static let written = ["date", "published", "updated", "modified", "created", "pubdate", "issued"]

  static let rooms = ["room", "room_number", "room_name"]

  /// What a part of an item is called by those who wrap a value up.
  static let inner = [
    "name", "title", "label", "text", "value", "datetime", "date", "local", "iso", "url",
  ]

  /// Lists of the dates of one item; others have dates of something else.
  static let dates = [
    "date", "instance", "occurrence", "performance", "schedule", "session", "showing", "time",
  ]

  /// Letters alone, without what stands before or behind every name of some exports: "event_start_unix"
  /// is a start.
  static func plain(_ name: some StringProtocol) -> String {
    var plain = name.lowercased().filter { $0.isLetter || $0 == "@" }
    for prefix in ["event", "meeting", "evcal"] where plain.hasPrefix(prefix) {
      if plain.count > prefix.count { plain.removeFirst(prefix.count) }
    }
    for suffix in ["unix", "utc", "gmt", "timestamp"] where plain.hasSuffix(suffix) {
      if plain.count > suffix.count { plain.removeLast(suffix.count) }
    }
    return plain
  }
}
