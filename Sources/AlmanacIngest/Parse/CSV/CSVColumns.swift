import AlmanacModel

/// What columns usually mean by their names, where no mapping declares it: those of Google Calendar
/// and Outlook, of spreadsheets kept by hand and of what event programs export.
struct CSVColumns {
  private let header: CSVHeader
  private var taken: Set<[Int]> = []

  /// nil for a table without a title or a date: it may be one of anything.
  static func mapping(of header: CSVHeader) -> FeedMapping? {
    var columns = CSVColumns(header: header)
    guard let title = columns.first(titles), let (start, end) = columns.times() else { return nil }
    var mapping = FeedMapping(
      item: "", fields: [.title: FieldMapping(paths: [title])], start: start, end: end)
    for (field, names) in names {
      guard let name = columns.first(names) else { continue }
      mapping.fields[field] = FieldMapping(
        paths: [name], separator: field == .categories || field == .tags ? "," : " ")
    }
    if let room = columns.first(["room", "roomname", "roomnumber"]) {
      let paths = mapping.fields[.venue]?.paths ?? []
      mapping.fields[.venue] = FieldMapping(paths: paths + [room], separator: ", ")
    }
    return mapping
  }

  /// Whether an event lasts the whole day, as Google Calendar and Outlook say it.
  static let wholeDay = ["alldayevent", "allday", "isallday", "wholeday"]

  private init(header: CSVHeader) { self.header = header }

  /// The first of the names that a column has which means nothing else yet.
  private mutating func first(_ names: [String]) -> String? {
    for name in names {
      let columns = header.columns(named: name)
      if !columns.isEmpty, taken.insert(columns).inserted { return name }
    }
    return nil
  }

  /// The day and the time of day may stand in one column or in two.
  private mutating func times() -> (start: TimeMapping, end: TimeMapping?)? {
    let day = first(
      ["startdate", "datestart", "begindate", "eventstartdate", "fromdate"] + Self.days)
    let time = first(["starttime", "timestart", "begintime", "eventstarttime", "eventtime", "time"])
    let start = first(
      ["startdatetime", "startdateandtime", "dtstart", "eventstart", "startsat", "startat"]
        + ["starts", "start", "begins", "begin", "from"])
    let lastDay = first(["enddate", "dateend", "eventenddate", "finishdate", "todate", "lastdate"])
    let lastTime = first(["endtime", "timeend", "eventendtime", "finishtime", "totime"])
    let end = first(
      ["enddatetime", "enddateandtime", "dtend", "eventend", "endsat", "endat"]
        + ["ends", "end", "finish", "until", "to"])
    guard let date = day ?? start ?? time else { return nil }
    let clock = day == nil ? (start == nil ? nil : time) : time ?? start
    let begin = Self.side(date, clock)
    if let lastDay { return (begin, Self.side(lastDay, lastTime ?? end)) }
    guard let last = end ?? lastTime else { return (begin, nil) }
    // Beside a day of its own, an end is a time of that day.
    if day != nil, clock != nil { return (begin, Self.side(date, lastTime ?? last)) }
    return (begin, Self.side(last, end == nil ? nil : lastTime))
  }

  private static func side(_ date: String, _ time: String?) -> TimeMapping {
    TimeMapping(date: FieldMapping(paths: [date]), time: time.map { FieldMapping(paths: [$0]) })
  }

  private static let days = ["eventdate", "date", "day", "dateandtime", "datetime", "when"]

  private static let titles = [
    "title", "eventtitle", "eventname", "subject", "name", "event", "headline", "summary", "what",
  ]

  /// In the order in which names are given away.
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
        "venue", "venuename", "location", "eventlocation", "locationname", "place", "where",
        "building", "facility",
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
        "sponsor", "group", "club",
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
