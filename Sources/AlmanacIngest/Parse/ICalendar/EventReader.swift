import AlmanacModel

/// Turns the properties of a VEVENT (RFC 5545 section 3.6.1) into an entry.
struct EventReader {
  private var times: EventTimeReader
  private let limits: ReadingLimits
  private let baseURL: String?

  init(zones: CalendarZones, context: ReadingContext) {
    times = EventTimeReader(zones: zones)
    limits = context.limits
    baseURL = context.baseURL
  }

  mutating func read(_ lines: [ContentLine], number: Int) -> Entry {
    var draft = EventDraft(baseURL: baseURL)
    draft.entry.line = number
    for line in lines { draft.take(capped(line, &draft.entry)) }
    var entry = draft.finished()
    draft.times.apply(to: &entry, &times)
    let subject = entry.id ?? entry.title
    for index in entry.problems.indices { entry.problems[index].subject = subject }
    return entry
  }

  /// Cuts a value that is longer than any field may be, at a character.
  private func capped(_ line: ContentLine, _ entry: inout Entry) -> ContentLine {
    guard line.value.count > limits.fieldBytes, Self.isText(line.name) else { return line }
    entry.problems.append(
      Finding(
        "Q_FIELD_LEN",
        message: "\(line.name) has \(line.value.count) bytes; it was cut at \(limits.fieldBytes)",
        line: line.number))
    var line = line
    line.value = Self.wholeCharacters(line.value.prefix(limits.fieldBytes))
    return line
  }

  /// Without a UTF-8 sequence at the end that is cut in two.
  private static func wholeCharacters(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes }
    let length =
      switch bytes[lead] {
      case 0xF0...: 4
      case 0xE0...: 3
      case 0xC0...: 2
      default: 1
      }
    return bytes.endIndex - lead < length ? bytes[..<lead] : bytes
  }

  /// Lists of dates may be long; they are no text.
  private static func isText(_ name: String) -> Bool {
    !["EXDATE", "RDATE", "RRULE", "EXRULE", "ATTACH"].contains(name)
  }
}

/// One VEVENT being read, property by property.
struct EventDraft {
  var entry = Entry()
  var times = EventTimes()
  var people = EventPeople()
  var links: EventLinks
  private var vendorSummary: ContentLine?
  private var alternative: ContentLine?
  private var isCancelledByVendor = false

  init(baseURL: String?) { links = EventLinks(baseURL: baseURL) }

  mutating func take(_ line: ContentLine) {
    switch line.name {
    case "UID": entry.id = EventText.clean(EscapedText.unescape(line.value), .one, line, in: &entry)
    case "SUMMARY":
      entry.title = EventText.line(line, in: &entry) ?? entry.title
      entry.language = line.parameter("LANGUAGE") ?? entry.language
    case "LOCATION": entry.venue = EventText.line(line, in: &entry) ?? entry.venue
    case "DESCRIPTION": takeDescription(line)
    case "X-ALT-DESC": alternative = line
    case "X-LIVEWHALE-SUMMARY": vendorSummary = line
    case "DTSTART": times.start = line
    case "DTEND": times.end = line
    case "DURATION": times.duration = line
    case "RECURRENCE-ID": times.recurrenceID = line
    case "RRULE": times.rules.append(line)
    case "EXRULE": times.exclusionRules.append(line)
    case "RDATE": times.additions.append(line)
    case "EXDATE": times.exclusions.append(line)
    case "GEO", "X-APPLE-STRUCTURED-LOCATION": takePoint(line)
    default: takeClassification(line)
    }
  }

  private mutating func takeClassification(_ line: ContentLine) {
    switch line.name {
    case "STATUS": takeStatus(line)
    case "X-LIVEWHALE-CANCELED": isCancelledByVendor = line.text.hasPrefix("1")
    case "CLASS": entry.visibility = EventValues.visibility(line.text)
    case "CATEGORIES": entry.categories += words(line, separator: ",", known: entry.categories)
    case "X-LIVEWHALE-TAGS": entry.tags += words(line, separator: "|", known: entry.tags)
    case "SEQUENCE": entry.sequence = EventValues.sequence(line.text)
    case "CREATED": entry.published = EventValues.stamp(line.text)
    case "LAST-MODIFIED": entry.updated = EventValues.stamp(line.text)
    case "DTSTAMP": entry.updated = entry.updated ?? EventValues.stamp(line.text)
    case "X-COST", "X-PRICE", "X-TICKET-PRICE", "X-LIVEWHALE-COST", "X-BEDEWORK-COST":
      entry.price = EventText.line(line, in: &entry) ?? entry.price
    case "ORGANIZER", "CONTACT", "X-HOSTS", "X-LIVEWHALE-CONTACT-INFO":
      people.take(line, &entry)
    default: links.take(line, &entry)
    }
  }

  private mutating func takeDescription(_ line: ContentLine) {
    let text = EscapedText.unescape(line.value)
    EventText.noteActiveContent(text, line, in: &entry)
    entry.summary = EventText.clean(EventText.plain(text), .many, line, in: &entry)
    if EventText.holdsTags(text) { takeHTML(text, line) }
  }

  private mutating func takeHTML(_ text: String, _ line: ContentLine) {
    let html = HTMLSanitizer.safe(EventText.asHTML(text), base: links.baseURL)
    entry.html = html.isEmpty ? nil : html
  }

  private mutating func takeStatus(_ line: ContentLine) {
    guard let status = StatusWords.status(line.text) else {
      if !line.text.isEmpty {
        entry.problems.append(
          Finding(
            "W_STATUS", message: "STATUS '\(line.text.prefix(40))' is unknown and was ignored",
            line: line.number))
      }
      return
    }
    entry.status = status
  }

  private mutating func takePoint(_ line: ContentLine) {
    let isGeo = line.name == "GEO"
    guard let text = isGeo ? line.text : EventValues.geoURI(line.text) else { return }
    // What stands in Apple's property is a copy; GEO is the publisher's word.
    if !isGeo, entry.coordinate != nil { return }
    let cleaned = FieldText.clean(text).text.prefix(60)
    let point = CoordinateText(text).noted(as: "\(line.name) '\(cleaned)'") { code, message in
      entry.problems.append(Finding(code, message: message, line: line.number))
    }
    entry.coordinate = point ?? entry.coordinate
  }

  private mutating func words(
    _ line: ContentLine, separator: Unicode.Scalar, known: [String]
  ) -> [String] {
    var words: [String] = []
    for part in EscapedText.list(line.value, separator: separator) {
      guard let word = EventText.clean(EventText.plain(part), .one, line, in: &entry),
        !known.contains(word), !words.contains(word)
      else { continue }
      words.append(word)
    }
    return words
  }

  mutating func finished() -> Entry {
    if let alternative { takeHTML(EscapedText.unescape(alternative.value), alternative) }
    if entry.summary == nil, let line = vendorSummary ?? alternative {
      entry.summary = EventText.lines(line, in: &entry)
    }
    if isCancelledByVendor { entry.status = .cancelled }
    people.apply(to: &entry)
    links.apply(to: &entry)
    return entry
  }
}
