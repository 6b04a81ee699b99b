import AlmanacModel
import AlmanacTime

/// Reads Trumba's own elements, `x-trumba:` and one of `x-microsoft:`: local times, whole days, the
/// calendar of an event, and custom fields.
enum TrumbaModule {
  /// Fills the fields that other vocabularies left open. Whole days replace the UTC midnights that
  /// xCal has for them.
  static func fill(
    _ entry: inout Entry, from item: FeedItem, _ times: TimeFields, _ fields: inout FieldSanitizer,
    base: String?
  ) {
    let start = item.first(.localStart, .trumba)
    let calendars = item.text(.categoryCalendar, .trumba)
    guard start != nil || calendars != nil || item.first(.customField, .trumba) != nil else {
      return
    }
    if let start { readTimes(start, item, times, &entry) }
    readCategories(calendars, &fields, &entry)
    for field in item.all(.customField, .trumba) { read(field, &fields, base, &entry) }
  }

  private static func readTimes(
    _ start: XMLNode, _ item: FeedItem, _ times: TimeFields, _ entry: inout Entry
  ) {
    let end = item.first(.localEnd, .trumba)
    guard item.text(.allDayEvent, .other)?.lowercased() == "true" else {
      // A UTC time that was read is certain.
      guard entry.start == nil, entry.unreadable["start"] == nil else { return }
      times.set(start: zoned(start), end: end.map(zoned), endsWithDay: false, in: &entry)
      return
    }
    guard let first = times.reader.read(start.text)?.start.date else { return }
    entry.unreadable["start"] = nil
    entry.start = .day(first)
    entry.end = nil
    guard let last = end.flatMap({ times.reader.read($0.text, of: .end) })?.start else { return }
    let after = last.exclusiveEndDay
    if after > first { entry.end = .day(after) }
  }

  /// The local time with its zone abbreviation.
  private static func zoned(_ node: XMLNode) -> String {
    node.attribute("tzAbbr").map { node.text + " " + $0 } ?? node.text
  }

  /// Reads `Arts|Galleries`, a calendar and its subcalendars. Trumba's RSS categories are dates and
  /// are removed.
  private static func readCategories(
    _ calendars: String?, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    entry.categories.removeAll { word in
      word.utf8.count >= 10 && word.prefix(10).allSatisfy { $0.isNumber || $0 == "/" }
    }
    let names = calendars?.split(separator: "|").prefix(20) ?? []
    fields.addHTML(names.map(String.init), of: "category", to: &entry.categories)
  }

  /// Reads a custom field by its name; unknown names are ignored.
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
      let types = field.text.split(separator: ",").prefix(20)
      fields.addHTML(types.map(String.init), of: "tags", to: &entry.tags)
    default: break
    }
  }
}
