import AlmanacModel

/// The usual meaning of column names, for tables without a mapping: those of Google Calendar and
/// Outlook, of manual spreadsheets, and of event software.
struct CSVColumns {
  private let header: CSVHeader
  private var taken: Set<[Int]> = []

  /// Returns nil for a table without a title or a date, which may contain anything.
  static func mapping(of header: CSVHeader) -> FeedMapping? {
    let mapping = mapping(of: header, adding: FeedMapping(item: "", fields: [:]))
    return mapping.fields[.title] == nil || mapping.start == nil ? nil : mapping
  }

  /// The declared mapping, completed by the usual meaning of the columns it does not name.
  static func mapping(of header: CSVHeader, adding declared: FeedMapping) -> FeedMapping {
    var columns = CSVColumns(header: header)
    for path in declared.paths { columns.taken.insert(header.columns(named: path)) }
    var mapping = declared
    if mapping.fields[.title] == nil, let title = columns.first(titles) {
      mapping.fields[.title] = FieldMapping(paths: [title])
    }
    columns.addTimes(to: &mapping)
    for (field, names) in names where mapping.fields[field] == nil {
      guard let name = columns.first(names) else { continue }
      mapping.fields[field] = FieldMapping(
        paths: [name], separator: field == .categories || field == .tags ? "," : " ")
    }
    if declared.fields[.venue] == nil,
      let room = columns.first(["room", "roomname", "roomnumber"])
    {
      let paths = mapping.fields[.venue]?.paths ?? []
      mapping.fields[.venue] = FieldMapping(paths: paths + [room], separator: ", ")
    }
    return mapping
  }

  /// Columns for whole-day events of Google Calendar and Outlook.
  static let wholeDay = ["alldayevent", "allday", "isallday", "wholeday"]

  /// Columns with yes or no for private events; Outlook writes them in the user's language.
  static let isPrivate = [
    "private", "isprivate", "privat", "privé", "prive", "privado", "privato", "particular",
    "prywatne", "prywatny", "soukromé", "частное", "личное", "приватне", "yksityinen", "özel",
    "ιδιωτικό", "magánjellegű", "خاص", "プライベート", "非公開", "私人", "私密", "비공개", "개인",
  ]

  /// Values in such a column of events that are public.
  static let isPublic: Set = [
    "", "0", "false", "n", "no", "none", "public", "falsch", "nein", "öffentlich", "faux", "non",
    "publique", "falso", "público", "pubblico", "nee", "onwaar", "openbaar", "não", "fałsz", "nie",
    "falskt", "falsk", "nepravda", "ложь", "нет", "aus", "オフ", "いいえ", "否",
  ]

  /// Columns for privacy in Outlook's words or numbers.
  static let sensitivity = ["sensitivity"]

  /// Columns for availability in Outlook's words or numbers.
  static let busyStatus = ["showtimeas", "showas", "busystatus", "freebusy"]

  private init(header: CSVHeader) { self.header = header }

  /// Claims and returns the first of the names that an unused column has.
  private mutating func first(_ names: [String]) -> String? {
    for name in names {
      let columns = header.columns(named: name)
      if !columns.isEmpty, taken.insert(columns).inserted { return name }
    }
    return nil
  }

  /// Maps dates and times, which may be in one column or in two.
  private mutating func addTimes(to mapping: inout FeedMapping) {
    let day = first(
      ["startdate", "datestart", "begindate", "eventstartdate", "fromdate", "bookingdate"]
        + Self.days)
    let time = first(
      ["starttime", "timestart", "begintime", "eventstarttime", "eventtime", "timeofevent"]
        + ["time", "times"])
    let start = first(
      ["startdatetime", "startdateandtime", "dtstart", "eventstart", "startsat", "startat"]
        + ["starts", "start", "begins", "begin", "from"])
    let lastDay = first(["enddate", "dateend", "eventenddate", "finishdate", "todate", "lastdate"])
    let lastTime = first(["endtime", "timeend", "eventendtime", "finishtime", "totime"])
    let end = first(
      ["enddatetime", "enddateandtime", "dtend", "eventend", "endsat", "endat"]
        + ["ends", "end", "finish", "until", "to"])
    if mapping.start == nil, let date = day ?? start ?? time {
      let clock = day == nil ? (start == nil ? nil : time) : time ?? start
      mapping.start = Self.side(date, clock)
    }
    guard let begin = mapping.start, mapping.end == nil else { return }
    if let lastDay {
      mapping.end = Self.side(lastDay, lastTime ?? end)
    } else if let last = end ?? lastTime {
      // With a date column of its own, the end is a time on that date.
      if begin.time != nil {
        mapping.end = TimeMapping(
          date: begin.date, time: FieldMapping(paths: [lastTime ?? last]), formats: begin.formats)
      } else {
        mapping.end = Self.side(last, end == nil ? nil : lastTime)
      }
    }
  }

  private static func side(_ date: String, _ time: String?) -> TimeMapping {
    TimeMapping(date: FieldMapping(paths: [date]), time: time.map { FieldMapping(paths: [$0]) })
  }

  private static let days = [
    "eventdate", "dateofevent", "date", "dates", "day", "dateandtime", "datetime", "eventdatetime",
    "when",
  ]

  private static let titles = [
    "title", "eventtitle", "eventname", "nameofevent", "subject", "name", "event", "headline",
    "summary", "what",
  ]

  /// In order of precedence.
  private static let names: [(FeedMapping.Field, [String])] = [
    (.uid, ["uid", "eventuid", "guid"]),
    (.id, ["id", "eventid", "identifier"]),
    (
      .link,
      ["url", "eventurl", "link", "eventlink", "permalink", "website", "webpage", "moreinfo"]
    ),
    (.summary, ["description", "eventdescription", "details", "summary", "abstract", "notes"]),
    (.content, ["content", "body", "longdescription", "fulldescription"]),
    (
      .venue,
      [
        "venue", "venuename", "eventvenue", "eventvenuename", "location", "eventlocation",
        "locationname", "venuelocation", "place", "where", "building", "facility",
      ]
    ),
    (.address, ["address", "venueaddress", "streetaddress", "locationaddress"]),
    (
      .categories,
      ["categories", "category", "eventcategory", "eventtype", "type", "topic", "topics"]
    ),
    (.tags, ["tags", "keywords", "labels"]),
    (
      .organizer,
      [
        "organizer", "organiser", "host", "hostedby", "organization", "organisation", "department",
        "sponsor", "group", "club", "eventorganizer", "eventorganizername",
      ]
    ),
    (.contact, ["contact", "contactname", "contactperson"]),
    (.price, ["price", "cost", "fee", "fees", "admission", "ticketprice"]),
    (.audience, ["audience", "ages", "age", "whocanattend"]),
    (.image, ["image", "imageurl", "photo", "picture", "thumbnail"]),
    (.latitude, ["latitude", "lat"]),
    (.longitude, ["longitude", "lon", "lng", "long"]),
    (.status, ["status", "eventstatus"]),
    (.timezone, ["timezone", "tz", "eventtimezone"]),
    (.updated, ["updated", "modified", "lastmodified", "lastupdated", "updatedat"]),
    (.published, ["published", "created", "createdat", "publisheddate", "datecreated"]),
    (.language, ["language", "lang"]),
    (.online, ["onlineurl", "joinurl", "meetingurl", "zoomlink", "meetinglink", "livestream"]),
    (.visibility, ["private", "visibility"]),
  ]
}

extension FeedMapping {
  /// All paths in the mapping.
  fileprivate var paths: [String] {
    let sides = [start, end, repetition?.until].compactMap(\.self)
    let dates = sides.flatMap { [$0.date] + [$0.time].compactMap(\.self) }
    let others = [repetition?.frequency, repetition?.count].compactMap(\.self)
    return (fields.values + dates + others).flatMap(\.paths)
  }
}
