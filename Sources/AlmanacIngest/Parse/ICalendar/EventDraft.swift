import AlmanacModel

/// One VEVENT or VTODO being read, property by property.
struct EventDraft {
  var entry = Entry()
  var alarm: AlarmDraft?
  private var times = EventTimes()
  private var people = EventPeople()
  private var links: EventLinks
  private let baseURL: String?
  private let isBrief: Bool
  /// Texts of many lines, which stray lines may still make longer.
  private var description: ContentLine?
  private var alternative: ContentLine?
  private var vendorSummary: ContentLine?
  private var last = CalendarProperty.other
  private var isCancelledByVendor = false
  private var placeName: String?

  init(context: ReadingContext) {
    baseURL = context.baseURL
    isBrief = context.isBrief
    links = EventLinks(baseURL: context.baseURL)
  }

  mutating func take(_ line: ContentLine) {
    last = line.property
    switch line.property {
    case .other, .comment: break
    case .uid: entry.id = EventText.identifier(line, in: &entry)
    case .summary:
      entry.title = EventText.line(line, in: &entry) ?? entry.title
      entry.language = line.parameter("LANGUAGE") ?? entry.language
    case .location: entry.venue = EventText.line(line, in: &entry) ?? entry.venue
    case .description: description = line
    case .alternative: if line.parameter("VALUE")?.uppercased() != "URI" { alternative = line }
    case .vendorSummary: vendorSummary = line
    case .start: times.start = line
    case .finish, .due: times.end = line
    case .duration: times.duration = line
    case .recurrenceID: times.recurrenceID = line
    case .rule: times.rules.append(line)
    case .exclusionRule: times.exclusionRules.append(line)
    case .additions: times.additions.append(line)
    case .exclusions: times.exclusions.append(line)
    case .status: takeStatus(line)
    case .vendorCancelled: isCancelledByVendor = line.text.hasPrefix("1")
    case .visibility: entry.visibility = EventValues.visibility(line.text)
    case .sequence: entry.sequence = EventValues.sequence(line)
    case .lastModified: entry.updated = EventValues.stamp(line)
    case .stamp: if entry.updated == nil { entry.updated = EventValues.stamp(line) }
    default: if !isBrief { takeDetail(line) }
    }
  }

  private mutating func takeDetail(_ line: ContentLine) {
    switch line.property {
    case .point, .pointAddress: takePoint(line)
    case .created: entry.published = EventValues.stamp(line)
    case .transparency, .vendorBusy: takeTransparency(line)
    case .categories: takeWords(line, separator: ",", into: \.categories)
    case .vendorTags: takeWords(line, separator: "|", into: \.tags)
    case .price: entry.price = EventText.line(line, in: &entry) ?? entry.price
    case .organizer, .contact, .hosts, .vendorContact: people.take(line, &entry)
    default: links.take(line, &entry)
    }
  }

  /// - Parameter limit: bytes of a field.
  mutating func takeStray(_ line: LogicalLines.Line, limit: Int) {
    switch last {
    case .description: Self.extend(&description, line, limit)
    case .alternative: Self.extend(&alternative, line, limit)
    case .vendorSummary: Self.extend(&vendorSummary, line, limit)
    default: break
    }
  }

  private static func extend(
    _ text: inout ContentLine?, _ line: LogicalLines.Line, _ limit: Int
  ) {
    guard let length = text?.value.count, length + line.bytes.count < limit else { return }
    text?.append(line)
  }

  /// The publisher's own LOCATION comes before a VLOCATION.
  mutating func takePlace(_ line: ContentLine) {
    guard !isBrief else { return }
    switch line.property {
    case .name: placeName = placeName ?? EventText.line(line, in: &entry)
    case .point: if entry.coordinate == nil { takePoint(line) }
    default: break
    }
  }

  mutating func endAlarm() {
    guard let alarm else { return }
    self.alarm = nil
    guard let read = alarm.finished else {
      noteOnce(
        Finding(
          "W_ALARM", message: "a VALARM has no TRIGGER that can be read and was left out",
          line: alarm.number))
      return
    }
    // Nobody wants to be told a hundred times; RFC 5545 sets no limit.
    if entry.alarms.count < 100 { entry.alarms.append(read) }
  }

  private mutating func takeStatus(_ line: ContentLine) {
    if let status = EventValues.status(line) {
      entry.status = status
    } else if !line.value.isEmpty, !EventValues.isTaskStatus(line.text) {
      noteOnce(
        Finding(
          "W_STATUS", message: "STATUS '\(line.text.prefix(40))' is unknown and was ignored",
          line: line.number))
    }
  }

  /// TRANSP is the standard's word and comes before the vendor's.
  private mutating func takeTransparency(_ line: ContentLine) {
    guard line.property == .transparency || entry.transparency == nil else { return }
    entry.transparency = EventValues.transparency(line.text) ?? entry.transparency
  }

  /// A property that comes ten thousand times is one fault, not ten thousand.
  private mutating func noteOnce(_ finding: Finding) {
    guard !entry.problems.contains(where: { $0.code == finding.code }) else { return }
    entry.problems.append(finding)
  }

  private mutating func takePoint(_ line: ContentLine) {
    let isGeo = line.property == .point
    if isGeo, let point = EventValues.point(line.value) {
      entry.coordinate = point
      return
    }
    if !isGeo {
      placeName = placeName ?? line.parameter("X-TITLE").flatMap { FieldText.clean($0).text }
      // What stands in Apple's property is a copy; GEO is the publisher's word.
      if entry.coordinate != nil { return }
    }
    guard let text = isGeo ? line.text : EventValues.geoURI(EventLinks.text(of: line)) else {
      return
    }
    let cleaned = FieldText.clean(text).text.prefix(60)
    let point = CoordinateText(text).noted(as: "\(line.name) '\(cleaned)'") { code, message in
      noteOnce(Finding(code, message: message, line: line.number))
    }
    entry.coordinate = point ?? entry.coordinate
  }

  private mutating func takeWords(
    _ line: ContentLine, separator: Unicode.Scalar, into list: WritableKeyPath<Entry, [String]>
  ) {
    for part in EscapedText.list(line.value, separator: separator) {
      // More words than any event has; to compare each with all before would take a square of them.
      guard entry[keyPath: list].count < 100 else {
        return noteOnce(
          Finding(
            "W_TOO_MANY",
            message: "\(line.name) has more than 100 values; the others were left out",
            line: line.number))
      }
      guard let word = EventText.clean(EventText.plain(part), .one, line, in: &entry),
        !entry[keyPath: list].contains(word)
      else { continue }
      entry[keyPath: list].append(word)
    }
  }

  /// The entry; the draft is as new afterwards.
  mutating func finish(_ reader: inout EventTimeReader) -> Entry {
    if !isBrief { finishTexts() }
    if isCancelledByVendor { entry.status = .cancelled }
    times.apply(to: &entry, &reader)
    if !entry.problems.isEmpty { nameProblems() }
    var finished = Entry()
    swap(&finished, &entry)
    times = EventTimes()
    alarm = nil
    last = .other
    isCancelledByVendor = false
    return finished
  }

  private mutating func nameProblems() {
    let subject = entry.id ?? entry.title
    for index in entry.problems.indices { entry.problems[index].subject = subject }
  }

  private mutating func finishTexts() {
    if let description { takeDescription(description) }
    if let alternative { takeHTML(EventText.unescaped(alternative), alternative) }
    if entry.summary == nil, let line = vendorSummary ?? alternative {
      entry.summary = EventText.lines(line, in: &entry)
    }
    if entry.venue == nil { entry.venue = placeName }
    people.apply(to: &entry)
    links.apply(to: &entry)
    if people.isUsed { people = EventPeople() }
    links = EventLinks(baseURL: baseURL)
    (description, alternative, vendorSummary, placeName) = (nil, nil, nil, nil)
  }

  private mutating func takeDescription(_ line: ContentLine) {
    entry.summary = EventText.lines(line, in: &entry)
    guard line.value.contains(UInt8(ascii: "<")) else { return }
    let text = EventText.unescaped(line)
    if EventText.holdsTags(text) { takeHTML(text, line) }
  }

  private mutating func takeHTML(_ text: String, _ line: ContentLine) {
    EventText.noteActiveContent(text, line, in: &entry)
    let html = HTMLSanitizer.safe(EventText.asHTML(text), base: baseURL)
    entry.html = html.isEmpty ? nil : html
  }
}
