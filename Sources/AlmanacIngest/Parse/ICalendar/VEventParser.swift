import AlmanacModel

/// Parses one VEVENT property by property.
struct VEventParser {
  var entry = Entry()
  private(set) var fields: FieldSanitizer
  private var times = EventTimes()
  private var people = EventPeople()
  private var links: EventLinks
  private let baseURL: String?
  private let isBrief: Bool
  /// The maximum size of a field in bytes.
  private let limit: Int
  /// Multi-line texts, which stray lines may still extend.
  private var description: ContentLine?
  private var alternative: ContentLine?
  private var vendorSummary: ContentLine?
  private var isCancelledByVendor = false
  private var placeName: String?
  /// The properties of one value that were read.
  private var single: Set<CalendarProperty> = []

  init(context: ReadingContext) {
    baseURL = context.baseURL
    isBrief = context.isBrief
    limit = context.limits.fieldBytes
    fields = FieldSanitizer(limits: context.limits)
    links = EventLinks(baseURL: context.baseURL)
  }

  mutating func take(_ line: ContentLine) {
    if line.property.occursOnce, !line.value.isEmpty, !single.insert(line.property).inserted {
      fields.note(
        once: "W_FIELD_REPEATED", "\(line.name) is repeated; the first one counts", at: line)
      return
    }
    if line.value.count > limit { read(bounded(line)) } else { read(line) }
  }

  private mutating func read(_ line: ContentLine) {
    switch line.property {
    case .other, .comment: break
    case .uid: entry.id = fields.identifier(line)
    case .summary:
      entry.title = fields.line(line) ?? entry.title
      entry.language = line.parameter("LANGUAGE") ?? entry.language
    case .location: entry.venue = fields.line(line) ?? entry.venue
    case .description: description = line
    case .alternative: if line.parameter("VALUE")?.uppercased() != "URI" { alternative = line }
    case .vendorSummary: vendorSummary = line
    case .start: times.start = line
    case .finish: times.end = line
    case .duration: times.duration = line
    case .recurrenceID: times.recurrenceID = line
    case .rule: times.rules.append(line)
    case .exclusionRule: times.exclusionRules.append(line)
    case .additions: times.additions.append(line)
    case .exclusions: times.exclusions.append(line)
    case .status: takeStatus(line)
    case .vendorCancelled: isCancelledByVendor = line.text.hasPrefix("1")
    case .vendorAllDay: times.isAllDay = ["TRUE", "1"].contains(line.text.uppercased())
    // Of several, a restricted one counts.
    case .visibility:
      if entry.visibility ?? .public == .public {
        entry.visibility = EventValues.visibility(line.text) ?? entry.visibility
      }
    case .sequence: entry.sequence = EventValues.sequence(line)
    case .lastModified: entry.updated = EventValues.stamp(line)
    case .stamp: if entry.updated == nil { entry.updated = EventValues.stamp(line) }
    default: if !isBrief { takeDetail(line) }
    }
  }

  /// Truncates a value over the field limit. Lists of dates are exempt, because they are no text.
  private mutating func bounded(_ line: ContentLine) -> ContentLine {
    switch line.property {
    case .exclusions, .additions, .rule, .exclusionRule, .attachment: return line
    default: break
    }
    fields.place = line.number
    fields.note(
      "Q_FIELD_LEN", "\(line.name) has \(line.value.count) bytes; it was cut at \(limit)")
    var line = line
    line.cut(at: limit)
    return line
  }

  private mutating func takeDetail(_ line: ContentLine) {
    switch line.property {
    case .point, .pointAddress: takePoint(line)
    case .created: entry.published = EventValues.stamp(line)
    case .transparency, .vendorBusy: takeTransparency(line)
    case .categories: takeWords(line, separator: ",", into: \.categories)
    case .vendorTags: takeWords(line, separator: "|", into: \.tags)
    case .price: entry.price = fields.line(line) ?? entry.price
    case .organizer, .contact, .hosts, .vendorContact: people.take(line, &fields)
    default: links.take(line, &fields)
    }
  }

  /// Reads a VLOCATION; the event's own LOCATION takes precedence.
  mutating func takePlace(_ line: ContentLine) {
    guard !isBrief else { return }
    switch line.property {
    case .name: placeName = placeName ?? fields.line(line)
    case .point: if entry.coordinate == nil { takePoint(line) }
    default: break
    }
  }

  private mutating func takeStatus(_ line: ContentLine) {
    if let status = StatusWords.status(line.text) {
      entry.status = status
    } else if !line.value.isEmpty, !EventValues.isTaskStatus(line.text) {
      fields.note(
        once: "W_STATUS", "STATUS '\(line.text.prefix(40))' is unknown and was ignored", at: line)
    }
  }

  /// Reads TRANSP, which takes precedence over the vendor's property.
  private mutating func takeTransparency(_ line: ContentLine) {
    guard line.property == .transparency || entry.transparency == nil else { return }
    entry.transparency = EventValues.transparency(line.text) ?? entry.transparency
  }

  private mutating func takePoint(_ line: ContentLine) {
    let isGeo = line.property == .point
    if !isGeo {
      placeName = placeName ?? line.parameter("X-TITLE").flatMap { FieldText.clean($0).text }
      // GEO is the publisher's own; Apple's property is derived from it.
      if entry.coordinate != nil { return }
    }
    guard let text = isGeo ? line.text : EventValues.geoURI(EventLinks.text(of: line)) else {
      return
    }
    let point = CoordinateText(text)
      .noted(as: "\(line.name) '\(FieldText.clean(text).text.prefix(60))'") { code, message in
        fields.note(once: code, message, at: line)
      }
    entry.coordinate = point ?? entry.coordinate
  }

  private mutating func takeWords(
    _ line: ContentLine, separator: Unicode.Scalar, into list: WritableKeyPath<Entry, [String]>
  ) {
    fields.place = line.number
    let words = ICalTextValue.list(line.value, separator: separator)
    fields.add(words, of: line.name, to: &entry[keyPath: list]) { fields, word in
      fields.text(VEventText.plain(word), .one, of: line)
    }
  }

  /// Returns the entry. Call once, after all properties.
  mutating func finish(_ reader: inout EventTimeReader) -> Entry {
    if !isBrief { finishTexts() }
    if isCancelledByVendor { entry.status = .cancelled }
    entry.problems += fields.problems
    times.apply(to: &entry, &reader)
    if !entry.problems.isEmpty { nameProblems() }
    return entry
  }

  private mutating func nameProblems() {
    let subject = entry.id ?? entry.title
    for index in entry.problems.indices { entry.problems[index].subject = subject }
  }

  private mutating func finishTexts() {
    if let description { takeDescription(description) }
    if let alternative { takeHTML(VEventText.unescaped(alternative), alternative) }
    if entry.summary == nil, let line = vendorSummary ?? alternative {
      entry.summary = fields.lines(line)
    }
    if entry.venue == nil { entry.venue = placeName }
    people.apply(to: &entry)
    links.apply(to: &entry)
  }

  private mutating func takeDescription(_ line: ContentLine) {
    entry.summary = fields.lines(line)
    guard line.value.contains(UInt8(ascii: "<")) else { return }
    let text = VEventText.unescaped(line)
    if VEventText.holdsTags(text) { takeHTML(text, line) }
  }

  private mutating func takeHTML(_ text: String, _ line: ContentLine) {
    fields.noteActiveContent(text, of: line)
    let html = HTMLSanitizer.safe(VEventText.asHTML(text), base: baseURL)
    entry.html = html.isEmpty ? nil : html
  }
}
