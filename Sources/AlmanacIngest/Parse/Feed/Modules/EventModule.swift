import AlmanacModel

/// Reads the event vocabularies of an item: the RSS event module, xCal, Google's `gd:`, and the
/// elements of Campus Labs Engage, CivicPlus and Modern Events Calendar.
enum EventModule {
  static func read(
    _ item: FeedItem, _ times: TimeFields, _ fields: inout FieldSanitizer, into entry: inout Entry
  ) {
    if item.first(.startDate, .event) != nil {
      // ev:enddate is the last day of the event (RSS 1.0 modules: Event).
      times.set(
        start: item.text(.startDate, .event), end: item.text(.endDate, .event),
        endsWithDay: true, in: &entry)
    } else if let day = item.text(.startDate, .modernEvents) {
      let hours = (item.text(.startHour, .modernEvents), item.text(.endHour, .modernEvents))
      times.set(
        start: [day, hours.0].compactMap(\.self).joined(separator: " "),
        end: item.text(.endDate, .modernEvents).map {
          [$0, hours.1].compactMap(\.self).joined(separator: " ")
        }, endsWithDay: true, in: &entry)
    } else if let days = item.text(.eventDates, .civicPlus) {
      // `March 5, 2026` and `06:30 PM - 08:00 PM`, both as people write them.
      let hours = item.text(.eventTimes, .civicPlus)
      times.set(
        start: [days, hours].compactMap(\.self).joined(separator: " "), end: nil,
        endsWithDay: true, in: &entry)
    } else if let start = item.first(.dtStart, .xCal) {
      let end = item.first(.dtEnd, .xCal)
      let name = zone(of: start)
      // Without its zone, the time is unknown.
      if let own = name == nil ? times : times.zoned(name ?? "", in: &entry) {
        own.set(start: value(of: start), end: end.map(value), endsWithDay: false, in: &entry)
      }
    } else if let when = item.first(.when, .google) {
      times.set(
        start: when.attribute("startTime"), end: when.attribute("endTime"), endsWithDay: false,
        in: &entry)
    } else if item.first(.start, .engage) != nil {
      times.set(
        start: item.text(.start, .engage), end: item.text(.end, .engage), endsWithDay: true,
        in: &entry)
    }
    readPlaceAndPeople(item, &fields, into: &entry)
  }

  private static func readPlaceAndPeople(
    _ item: FeedItem, _ fields: inout FieldSanitizer, into entry: inout Entry
  ) {
    let place = item.first(.where, .google)
    let venue =
      item.text(
        (.location, .event), (.location, .xCal), (.location, .engage), (.location, .modernEvents),
        (.location, .civicPlus))
      ?? place?.attribute("valueString")
    entry.venue = fields.htmlLine(venue, of: "venue")
    entry.separateMeeting()
    let organizer = item.text(
      (.organizer, .event), (.organizer, .xCal), (.host, .engage), (.organizer, .engage))
    entry.organizer = fields.htmlLine(organizer, of: "organizer")
    if let type = fields.htmlLine(item.text(.type, .event), of: "type") { entry.tags = [type] }
    entry.status = status(item)
    entry.price = fields.htmlLine(item.text(.cost, .modernEvents), of: "cost")
    let words = item.text(.category, .modernEvents)?.split(separator: ",") ?? []
    fields.addHTML(words.map(String.init), of: "category", to: &entry.categories)
  }

  private static func status(_ item: FeedItem) -> EventStatus? {
    let status =
      item.text((.status, .engage), (.status, .xCal))
      ?? item.first(.eventStatus, .google)?.attribute("value")
    return status.flatMap(StatusWords.status)
  }

  /// The zone of an xCal time: a parameter (RFC 6321, section 3.5), or an attribute in older feeds.
  private static func zone(of node: XMLNode) -> String? {
    let name = node.attribute("tzid") ?? node.child("parameters")?.child("tzid")?.text
    return name?.nonBlank
  }

  /// The value of an xCal property without its parameters (RFC 6321, section 3.5).
  private static func value(of node: XMLNode) -> String {
    let parts = node.children.filter { !$0.matches("parameters") }
    return parts.isEmpty ? node.text : parts.map(\.text).joined(separator: " ")
  }
}
