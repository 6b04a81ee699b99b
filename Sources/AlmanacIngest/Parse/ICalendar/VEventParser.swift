import AlmanacModel
import AlmanacTime

/// Maps one VEVENT (RFC 5545, section 3.6.1) to an entry.
struct VEventParser {
  private var entry = Entry()
  private var fields: FieldSanitizer
  private let context: ReadingContext
  /// The properties in document order; of one that may occur once, the first that has a value.
  private var lines: [ContentLine] = []
  /// VLOCATION (RFC 9073, section 7.2).
  private let places: [ICalComponent]

  init(_ component: ICalComponent, _ context: ReadingContext) {
    self.context = context
    fields = FieldSanitizer(limits: context.limits)
    places = component.components.filter { $0.name == "VLOCATION" }
    entry.line = component.line
    lines.reserveCapacity(component.properties.count)
    /// One bit for each property that occurred.
    var known: UInt64 = 0
    for line in component.properties {
      let bit: UInt64 = 1 << UInt64(line.property.rawValue)
      defer { if !line.value.isEmpty { known |= bit } }
      if line.property.occursOnce, !line.value.isEmpty, known & bit != 0 {
        fields.note(
          once: "W_FIELD_REPEATED", "\(line.name) is repeated; the first one counts", at: line)
      } else {
        lines.append(bounded(line))
      }
    }
    if component.isCut {
      entry.note("W_TOO_MANY", "the event has more properties than are read")
    }
  }

  /// Truncates a value over the field limit. Lists of dates are exempt, because they are no text.
  private mutating func bounded(_ line: ContentLine) -> ContentLine {
    let limit = context.limits.fieldBytes
    switch line.property {
    case .exclusions, .additions, .rule, .exclusionRule, .attachment: return line
    case _ where line.value.count <= limit: return line
    default: break
    }
    fields.place = line.number
    fields.note(
      "Q_FIELD_LEN", "\(line.name) has \(line.value.count) bytes; it was cut at \(limit)")
    var line = line
    line.cut(at: limit)
    return line
  }

  /// Returns the entry. Call once.
  mutating func read(_ reader: inout EventTimeReader) -> Entry {
    readCore()
    if !context.isBrief {
      readTexts()
      readPlace()
      readWords()
      readPeople()
      readLinks()
    }
    if lines.last(of: .vendorCancelled)?.text.hasPrefix("1") == true { entry.status = .cancelled }
    entry.problems += fields.problems
    EventTimes(lines).apply(to: &entry, &reader)
    let subject = entry.id ?? entry.title
    for index in entry.problems.indices { entry.problems[index].subject = subject }
    return entry
  }

  /// The first value that a property has.
  private mutating func first<Value>(
    _ properties: CalendarProperty...,
    as read: (inout FieldSanitizer, ContentLine) -> Value?
  ) -> Value? {
    for index in lines.indices where properties.contains(lines[index].property) {
      if let value = read(&fields, lines[index]) { return value }
    }
    return nil
  }

  private mutating func text(_ property: CalendarProperty) -> String? {
    first(property) { $0.line($1) }
  }

  private mutating func readCore() {
    entry.id = first(.uid) { $0.identifier($1) }
    entry.title = text(.summary)
    entry.language = lines.last(of: .summary)?.parameter("LANGUAGE")
    entry.venue = text(.location)
    entry.status = first(.status, as: Self.status)
    // Of several, a restricted one counts.
    for line in lines.all(of: .visibility) where entry.visibility ?? .public == .public {
      entry.visibility = EventValues.visibility(line.text) ?? entry.visibility
    }
    entry.sequence = lines.last(of: .sequence).flatMap(EventValues.sequence)
    entry.updated = (lines.last(of: .lastModified) ?? lines.last(of: .stamp))
      .flatMap(EventValues.stamp)
  }

  private static func status(_ fields: inout FieldSanitizer, _ line: ContentLine) -> EventStatus? {
    let status = StatusWords.status(line.text)
    if status == nil, !line.value.isEmpty, !EventValues.isTaskStatus(line.text) {
      fields.note(
        once: "W_STATUS", "STATUS '\(line.text.prefix(40))' is unknown and was ignored", at: line)
    }
    return status
  }

  private mutating func readTexts() {
    if let line = lines.last(of: .description) {
      entry.summary = fields.lines(line)
      let text = line.value.contains(UInt8(ascii: "<")) ? VEventText.unescaped(line) : ""
      if VEventText.holdsTags(text) { readHTML(text, line) }
    }
    let alternative = lines.all(of: .alternative).last {
      $0.parameter("VALUE")?.uppercased() != "URI"
    }
    if let alternative { readHTML(VEventText.unescaped(alternative), alternative) }
    if entry.summary == nil, let line = lines.last(of: .vendorSummary) ?? alternative {
      entry.summary = fields.lines(line)
    }
  }

  private mutating func readHTML(_ text: String, _ line: ContentLine) {
    fields.noteActiveContent(text, of: line)
    let html = HTMLSanitizer.safe(VEventText.asHTML(text), base: context.baseURL)
    entry.html = html.isEmpty ? nil : html
  }

  /// Reads the point, and the name of a place that has no LOCATION. GEO is the publisher's own;
  /// Apple's property is derived from it.
  private mutating func readPlace() {
    var name = first(.pointAddress) { _, line in
      line.parameter("X-TITLE").flatMap { FieldText.clean($0).text.nonBlank }
    }
    entry.coordinate =
      first(.point) { $0.point($1, $1.text) }
      ?? first(.pointAddress) { fields, line in
        EventValues.geoURI(EventLinks.text(of: line)).flatMap { fields.point(line, $0) }
      }
    for line in places.flatMap(\.properties) {
      if line.property == .name { name = name ?? fields.line(line) }
      if line.property == .point, entry.coordinate == nil {
        entry.coordinate = fields.point(line, line.text)
      }
    }
    entry.venue = entry.venue ?? name
  }

  private mutating func readWords() {
    entry.published = lines.last(of: .created).flatMap(EventValues.stamp)
    entry.transparency =
      first(.transparency) { EventValues.transparency($1.text) }
      ?? first(.vendorBusy) { EventValues.transparency($1.text) }
    for line in lines.all(of: .categories) {
      fields.add(line, separator: ",", to: &entry.categories)
    }
    for line in lines.all(of: .vendorTags) {
      fields.add(line, separator: "|", to: &entry.tags)
    }
    for line in lines.all(of: .price) {
      entry.price = fields.line(line) ?? entry.price
    }
  }

  /// Reads the organizer and the contact. Only names are published. The organizer's mail address is
  /// stored for inspection; attendees are never read.
  private mutating func readPeople() {
    let organizer = lines.last(of: .organizer).map { EventOrganizer($0, &fields) }
    entry.organizer = organizer?.name ?? text(.hosts)
    entry.authorEmail = organizer?.address
    for line in lines.all(of: .contact) {
      entry.contact = fields.line(line) ?? entry.contact
    }
    entry.contact = entry.contact ?? text(.vendorContact)
  }

  private mutating func readLinks() {
    let links = EventLinks(baseURL: context.baseURL)
    entry.link =
      first(.url, as: links.webAddress) ?? first(.vendorPage, .originalURL, as: links.webAddress)
    entry.image =
      first(.image, .attachment) { links.picture($1) }
      ?? first(.vendorImage) { links.firstAddress($1) }
    entry.onlineURL = first(.conference, as: links.conference)
    entry.separateMeeting()
  }
}

extension [ContentLine] {
  // Lines hold many references. Access by index copies only those that are found.

  func last(of property: CalendarProperty) -> ContentLine? {
    for index in indices.reversed() where self[index].property == property { return self[index] }
    return nil
  }

  func all(of property: CalendarProperty) -> [ContentLine] {
    var found: [ContentLine] = []
    for index in indices where self[index].property == property { found.append(self[index]) }
    return found
  }
}

extension FieldSanitizer {
  /// Returns the point of a text; an invalid one is reported.
  fileprivate mutating func point(_ line: ContentLine, _ text: String) -> Coordinate? {
    CoordinateText(text).noted(as: "\(line.name) '\(FieldText.clean(text).text.prefix(60))'") {
      note(once: $0, $1, at: line)
    }
  }

  /// Adds the words of a line.
  fileprivate mutating func add(
    _ line: ContentLine, separator: Unicode.Scalar, to words: inout [String]
  ) {
    place = line.number
    add(ICalTextValue.list(line.value, separator: separator), of: line.name, to: &words) {
      $0.text(VEventText.plain($1), .one, of: line)
    }
  }
}
