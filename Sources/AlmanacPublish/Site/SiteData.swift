import AlmanacModel
import AlmanacTime

/// Writes `site/data.js`, the data of the page's script, with one event per line.
struct SiteData {
  static let path = "site/data.js"
  /// Maximum number of characters of a description in the page's data.
  private static let textLimit = 1_000

  private let index: EditionIndex
  private let days: [String: UpcomingDays]
  private let calendars: CalendarPaths
  /// Calendar paths of the places with events.
  private let busy: Set<String>
  private let file: EditionFile
  private let travel: TravelData

  private var contents: EditionContents { index.contents }

  init(
    _ index: EditionIndex, events: [StoredEvent], days: [String: UpcomingDays], travel: TravelData,
    builder: EditionBuilder
  ) throws {
    self.travel = travel
    self.index = index
    self.days = days
    let calendars = CalendarPaths(index.contents)
    self.calendars = calendars
    busy = Set(
      events.map(\.published).flatMap { event in
        let campus = event.event.campus
        let places = Set(
          ([event.location] + event.occurrences.map(\.location)).compactMap(\.place?.id))
        return places.flatMap { index.placesAround($0, campus: campus) }.map {
          calendars.place($0, campus: campus)
        }
      })
    file = try builder.file(Self.path)
  }

  /// - Parameters:
  ///   - tiles: The map tiles; nil for none.
  ///   - left: The number of events of these days that exceed the page's limit.
  func begin(tiles: SiteOptions.Tiles?, left: Int) throws {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "almanac.site/1")
    json.member("title", contents.options.calendarName)
    json.member("uidDomain", contents.options.uidDomain)
    json.member("days", UpcomingDays.count)
    json.member("firstWeekday", contents.options.firstWeekday.rawValue)
    json.member("left", left)
    if let tiles {
      json.object("tiles") {
        $0.member("url", tiles.url)
        $0.member("attribution", tiles.attribution)
      }
    }
    try travel.writeStops(to: &json)
    SiteReferences(index: index, days: days, calendars: calendars, busy: busy)
      .write(to: &json)
    if !contents.views.isEmpty {
      json.objects("views", contents.views) { view, json in
        json.member("name", view.name)
        json.member("filter", view.pageParameters)
        json.member("calendar", view.calendarPath)
        json.member("feed", view.feeds.rss)
      }
    }
    json.key("events")
    json.beginArray()
    try file.append("window.almanacData = ")
    try file.append(ScriptText.escaped(json.bytes))
  }

  func add(_ stored: StoredEvent) throws {
    let event = stored.published
    var json = JSONWriter()
    json.beginObject()
    json.member("id", event.id)
    json.member("aliases", event.event.aliases)
    json.member("campus", event.event.campus)
    json.member("title", event.event.title)
    json.member("text", Self.clipped(event.event.text))
    json.member("status", Self.unusual(event.status))
    json.member("kind", event.event.kind.rawValue)
    json.member("categories", event.categories.map(\.id))
    json.member("tags", event.event.tags)
    json.member("audience", event.event.audience)
    json.member("price", event.event.price)
    json.member("free", event.isFree)
    json.member("organizer", event.event.organizer)
    json.member("contact", event.event.contact)
    json.member("url", WebLink.safe(event.event.url))
    json.member("report", reportAddress(of: event.event))
    json.member("online", WebLink.safe(event.event.onlineURL))
    write(event.location, of: event, to: &json)
    writeSources(of: event, to: &json)
    writeReasons(of: event, to: &json)
    writeDates(of: stored, to: &json)
    json.endObject()
    try file.append(file.records == 0 ? "\n" : ",\n")
    try file.append(ScriptText.escaped(json.bytes))
    file.records += 1
  }

  /// The members of a submitted event.
  private func reportAddress(of event: Event) -> String? {
    for listing in event.listings where index.submissionSources.contains(listing.source) {
      return contents.options.site.reportAddress(
        of: String(listing.id.dropFirst(listing.source.count + 1)))
    }
    return nil
  }

  func finish(_ builder: EditionBuilder) throws {
    try file.append("\n]};\n")
    try builder.finish(file)
  }

  private func write(
    _ location: PublishedLocation, of event: PublishedEvent, to json: inout JSONWriter
  ) {
    json.member("venue", location.venue)
    json.member("place", location.place?.id)
    json.member("room", location.room)
    if location.coordinate != location.place?.coordinate {
      json.member("point", location.coordinate)
    }
  }

  private func writeSources(of event: PublishedEvent, to json: inout JSONWriter) {
    var seen: Set<String> = []
    let first = event.event.listings.filter { seen.insert($0.source).inserted }
    json.objects("sources", first) { listing, json in
      json.member("id", listing.source)
      json.member("url", WebLink.safe(listing.url))
    }
  }

  /// The reasons for the category, the price and the tags that no source provides.
  private func writeReasons(of event: PublishedEvent, to json: inout JSONWriter) {
    var reasons: [(name: String, reason: String)] = []
    if let reason = event.event.categorization?.reason, !event.categories.isEmpty, !reason.isEmpty {
      reasons.append(("Category", reason))
    }
    if let reason = event.event.provenance["price"] { reasons.append(("Price", reason)) }
    for tag in event.event.tags {
      if let reason = event.event.provenance["tag \(tag)"] { reasons.append((tag, reason)) }
    }
    guard !reasons.isEmpty else { return }
    json.array("reasons") { json in
      for (name, reason) in reasons {
        json.beginArray()
        json.string(name)
        json.string(reason)
        json.endArray()
      }
    }
  }

  /// The dates on the days of the page.
  ///
  /// Times are in the campus's zone. `last` is the last day if it differs from the first. `uid` is
  /// the start of the UID if that is not the event's id. `instance` is the original start of an
  /// instance of a series.
  private func writeDates(of stored: StoredEvent, to json: inout JSONWriter) {
    let event = stored.published
    guard let days = days[event.event.campus] else { return }
    let series = EventSeries(event, window: contents.window, zones: index.zones)
    let names = EventComponents.names(of: event, stored.revision, series)
    json.objects("dates", event.occurrences.filter { days.hold($0) }) { date, json in
      let name = names[date.ordinal]
      if name != event.id {
        json.member("uid", name)
      } else if series != nil {
        json.member("instance", Self.instance(date.recurrenceID ?? date.start, in: days.zone))
      }
      if date.start.isDay {
        json.member("start", date.start)
      } else {
        json.member("start", Self.local(date.startsAt, in: days.zone))
        if let end = date.endsAt, end > date.startsAt {
          json.member("end", Self.local(end, in: days.zone))
        }
      }
      let last = days.lastDay(of: date)
      if last != days.firstDay(of: date) { json.member("last", last.description) }
      json.member("title", date.title)
      json.member("text", Self.clipped(date.text))
      if date.status != event.status { json.member("status", date.status.rawValue) }
      if date.location != event.location {
        json.object("at") { write(date.location, of: event, to: &$0) }
      }
      travel.write(date, in: days.zone, to: &json)
      if let weather = date.weather {
        json.member(
          "weather",
          ([weather.text] + (weather.advisories ?? []).map(\.text)).joined(separator: ". "))
        json.member("weatherIcon", weather.condition.icon(isDay: weather.isDay))
        json.member("weatherSource", weather.source)
        // The attribution of a single source is in its own entry.
        json.member("weatherThanks", weather.supplements == nil ? nil : weather.attribution)
        if let issued = weather.issuedAt {
          json.member("weatherIssued", Self.local(issued, in: days.zone))
        }
      }
    }
  }

  /// The form of RECURRENCE-ID (RFC 5545 section 3.8.4.4): a day, or a time in UTC.
  private static func instance(_ start: CalendarTime, in zone: Zone) -> String {
    start.isDay ? ICalendarTime.basic(start.date) : ICalendarTime.utc(start.instant(in: zone))
  }

  private static func local(_ instant: Instant, in zone: Zone) -> CalendarTime {
    .zoned(ZonedTime(instant, in: zone))
  }

  private static func unusual(_ status: EventStatus) -> String? {
    status == .confirmed ? nil : status.rawValue
  }

  /// Cuts a text at a number of characters, after a word if one ends nearby.
  private static func clipped(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    let kept = text.prefix(textLimit)
    guard kept.endIndex < text.endIndex else { return text }
    let tail = kept.suffix(40)
    let end = tail.lastIndex(where: \.isWhitespace) ?? kept.endIndex
    return kept[..<end] + "…"
  }
}
