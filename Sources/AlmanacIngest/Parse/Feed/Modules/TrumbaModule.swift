import AlmanacModel
import AlmanacTime

/// What Trumba says of an event beside xCal, in `x-trumba:` and in one element of `x-microsoft:`:
/// local times, whole days, the calendar an event is of, and the fields its editors made up.
enum TrumbaModule {
  /// Fills what the other vocabularies left open; days replace the midnights in UTC that xCal has for
  /// them.
  static func fill(
    _ entry: inout Entry, from item: FeedItem, _ times: TimeFields, _ fields: inout FieldSanitizer,
    base: String?
  ) {
    let start = item.first("localstart", .trumba)
    let calendars = item.text("categorycalendar", .trumba)
    guard start != nil || calendars != nil || item.first("customfield", .trumba) != nil else {
      return
    }
    if let start { readTimes(start, item, times, &entry) }
    readCategories(calendars, &fields, &entry)
    for field in item.all("customfield", .trumba) { read(field, &fields, base, &entry) }
  }

  private static func readTimes(
    _ start: XMLNode, _ item: FeedItem, _ times: TimeFields, _ entry: inout Entry
  ) {
    let end = item.first("localend", .trumba)
    guard item.text("cdo-alldayevent", .other)?.lowercased() == "true" else {
      // In UTC they are stated without a doubt.
      guard entry.start == nil, entry.unreadable["start"] == nil else { return }
      times.set(start: zoned(start), end: end.map(zoned), endsWithDay: false, in: &entry)
      return
    }
    guard let first = times.reader.read(start.text)?.start.date else { return }
    entry.unreadable["start"] = nil
    entry.start = .day(first)
    entry.end = nil
    guard let last = end.flatMap({ times.reader.read($0.text, of: .end) })?.start else { return }
    // The midnight after the last day, or a time of that day.
    let isMidnight = last.civil == CivilDateTime(startOf: last.date)
    let after = isMidnight ? last.date : last.date.adding(days: 1)
    if after > first { entry.end = .day(after) }
  }

  /// The local time with the abbreviation of its zone.
  private static func zoned(_ node: XMLNode) -> String {
    node.attribute("tzAbbr").map { node.text + " " + $0 } ?? node.text
  }

  /// `Arts|Galleries`: a calendar and those within it. What RSS calls the category is the date.
  private static func readCategories(
    _ calendars: String?, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    entry.categories.removeAll { word in
      word.utf8.count >= 10 && word.prefix(10).allSatisfy { $0.isNumber || $0 == "/" }
    }
    for part in calendars?.split(separator: "|").prefix(20) ?? [] {
      if let word = fields.htmlLine(String(part), of: "category"),
        !entry.categories.contains(word)
      {
        entry.categories.append(word)
      }
    }
  }

  /// The fields that editors give a name; those that go by a usual one are understood.
  private static func read(
    _ field: XMLNode, _ fields: inout FieldSanitizer, _ base: String?, _ entry: inout Entry
  ) {
    func line(_ name: String) -> String? { fields.htmlLine(field.text, of: name) }
    switch field.attribute("name")?.lowercased() {
    case "venue", "location", "event location": entry.venue = entry.venue ?? line("venue")
    case "venue address", "address", "location address":
      entry.address = entry.address ?? line("address")
    case "cost", "price", "admission", "fee": entry.price = entry.price ?? line("price")
    case "event image", "image", "detail image":
      entry.image = entry.image ?? fields.link(field.text, of: "image", base: base)
    case "age", "ages", "audience": entry.audience = entry.audience ?? line("audience")
    case "organizer", "organiser", "host", "sponsor", "department", "event sponsor":
      entry.organizer = entry.organizer ?? line("organizer")
    case "contact", "contact name", "event contact":
      entry.contact = entry.contact ?? line("contact")
    case "event type", "event types":
      for part in field.text.split(separator: ",").prefix(20) {
        if let word = fields.htmlLine(String(part), of: "tags"), !entry.tags.contains(word) {
          entry.tags.append(word)
        }
      }
    default: break
    }
  }
}
