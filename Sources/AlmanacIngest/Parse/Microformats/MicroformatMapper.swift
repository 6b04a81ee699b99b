import AlmanacModel
import AlmanacTime

/// Maps a microformats event to an entry.
struct MicroformatMapper {
  private let context: ReadingContext
  private let times: TimeFields

  init(_ context: ReadingContext) {
    self.context = context
    times = TimeFields(context)
  }

  /// - Parameter published: The publication time of the item that contains the event.
  func entry(_ event: MicroformatEvent, published: CalendarTime? = nil) -> Entry {
    var fields = FieldSanitizer(limits: context.limits, of: event.root)
    var entry = Entry()
    entry.published = published
    entry.line = event.root.line
    entry.language = fields.line(event.root.language, of: "lang")
    let base = event.root.base ?? context.baseURL
    entry.title = line(.name, of: event, &fields) ?? heading(of: event, &fields)
    entry.id = event.first(.identifier).flatMap { node in
      fields.line(
        node.name.local == "a"
          ? MicroformatValue.address(of: node) : MicroformatValue.text(of: node),
        of: "uid")
    }
    entry.link = fields.link(
      event.first(.url).map(MicroformatValue.address), of: "url", base: base)
    entry.image = fields.link(
      event.first(.image).map(MicroformatValue.address), of: "image", base: base)
    if let node = event.first(.description) ?? event.first(.summary) {
      let body = fields.body(node.innerXML, of: "description", base: base)
      entry.summary = body.text
      entry.html = body.html
    }
    // Nested categories are read once for each level.
    var budget = ReadBudget(bytes: 65_536 + 2 * event.root.markupSize(upTo: .max / 4))
    let categories = event.all(.category).prefix { budget.charge($0) }
    fields.addPlain(
      categories.lazy.map { MicroformatValue.text(of: $0) }, of: "category",
      to: &entry.categories)
    if budget.isExceeded {
      fields.note(
        "W_NESTING", severity: .warning,
        "categories are nested too deeply; the rest was left out")
    }
    entry.organizer = event.first(.organizer).flatMap { fields.line(name(of: $0), of: "organizer") }
    entry.status = line(.status, of: event, &fields).flatMap(StatusWords.status)
    readPlace(of: event, &fields, &entry)
    entry.problems += fields.problems
    readTimes(of: event, &entry)
    return entry
  }

  private func line(
    _ property: MicroformatEvent.Property, of event: MicroformatEvent,
    _ fields: inout FieldSanitizer
  ) -> String? {
    fields.line(event.first(property).map(MicroformatValue.text), of: "\(property)")
  }

  /// The first heading of an event without a name.
  private func heading(of event: MicroformatEvent, _ fields: inout FieldSanitizer) -> String? {
    let headings = event.root.outermost { ["h1", "h2", "h3", "h4"].contains($0.name.local) }
    return fields.line(headings.first?.plainText, of: "name")
  }

  private func readPlace(
    of event: MicroformatEvent, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    if let node = event.first(.location) {
      entry.venue = fields.line(MicroformatValue.text(of: node), of: "location")
      // A card has the name of the place and may have its address.
      if let card = MicroformatCard(node), let name = fields.line(card.name, of: "location") {
        entry.venue = name
        entry.address = fields.line(card.address, of: "address")
      }
      let link = node.outermost { $0.name.local == "a" }.first ?? node
      let address = link.attribute("href").flatMap { URLText.normalized($0, base: node.base) }
      let isMeeting = address.flatMap { OnlineVenue.meeting(in: $0) } != nil
      if let venue = entry.venue, isMeeting || Self.meansOnline(venue) { entry.onlineURL = address }
    }
    if let latitude = event.first(.latitude), let longitude = event.first(.longitude) {
      entry.coordinate = PlaceModule.point(
        MicroformatValue.text(of: latitude), MicroformatValue.text(of: longitude), &fields)
    } else if let point = event.first(.geo) {
      let text = MicroformatValue.text(of: point)
      entry.coordinate = PlaceModule.point(text.replacing("geo:", with: ""), &fields)
    }
  }

  private static func meansOnline(_ venue: String) -> Bool {
    URLText.isWebAddress(venue) || ["online", "virtual", "zoom"].contains(venue.lowercased())
  }

  private func name(of node: XMLNode) -> String {
    MicroformatCard(node)?.name ?? MicroformatValue.text(of: node)
  }

  private func readTimes(of event: MicroformatEvent, _ entry: inout Entry) {
    guard let node = event.first(.start) else { return }
    let text = MicroformatValue.date(of: node)
    let start = times.reader.read(text, near: times.reference(of: entry))
    let endText = event.first(.end).map(MicroformatValue.date)
    let end = endText.flatMap { times.end($0, after: start) }
    // An end on the start's day is the inclusive last day, in hCalendar too.
    let isSameDay = end?.start.isDay == true && end?.start.date == start?.start.date
    times.set(
      start, from: text, end: end, from: endText, endsWithDay: event.isCurrent || isSameDay,
      in: &entry)
    if entry.end == nil, endText == nil {
      entry.end = times.end(
        of: entry.start, lasting: event.first(.duration).map(MicroformatValue.date))
    }
    readRule(of: event, &entry)
  }

  private func readRule(of event: MicroformatEvent, _ entry: inout Entry) {
    guard let text = event.first(.rule).map(MicroformatValue.text) else { return }
    do throws(RecurrenceRuleError) {
      entry.recurrence.rules = [try RecurrenceRule(parsing: FieldText.clean(text).text)]
    } catch {
      entry.markUnreadable("rrule", text)
    }
  }
}

/// The name and address of an hCard or h-card.
struct MicroformatCard {
  let name: String
  let address: String?

  /// Returns nil for an element without the name of a card.
  init?(_ node: XMLNode) {
    func first(_ names: Set<Substring>) -> XMLNode? {
      node.outermost { $0.classes.contains(where: names.contains) }.first
    }
    guard let name = first(["fn", "p-name", "org", "p-org"]) else { return nil }
    self.name = MicroformatValue.text(of: name)
    let part = first(["adr", "p-adr", "h-adr", "street-address", "p-street-address"])
    address = part.map { part in
      let lines = part.plainText.split(whereSeparator: \.isNewline)
      return lines.joined(separator: ", ")
    }
  }
}
