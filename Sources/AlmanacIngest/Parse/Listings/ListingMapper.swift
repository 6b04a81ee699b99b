import AlmanacModel
import AlmanacTime
import Foundation

/// Converts the entries of one source to listings, by the pipeline's requirements and the source's
/// definition.
struct ListingMapper {
  let source: Source
  /// The zone of times without one.
  let zone: Zone
  let zones: ZoneDatabase
  /// What an entry must have.
  let demand: Demand

  enum Demand {
    /// Everything that a published event needs.
    case publishable
    /// A start, for display only.
    case dated
  }

  init(
    source: Source, zone: Zone, zones: ZoneDatabase, demand: Demand = .publishable
  ) {
    self.source = source
    self.zone = zone
    self.zones = zones
    self.demand = demand
  }

  /// Converts a single entry; a recurrence rule makes it a series.
  func listing(from entry: Entry) throws(ListingError) -> Listing {
    let title = try title(of: entry)
    let (start, end) = try times(of: entry)
    let recurrence = try recurrence(of: entry)
    let publishesText = source.publishing == .full
    return Listing(
      source: source.id, campus: source.campus, key: Self.key(of: entry, title, start),
      uid: uid(of: entry),
      link: Self.webLink(of: entry), title: title,
      text: publishesText ? entry.content?.nonBlank ?? entry.summary?.nonBlank : nil,
      html: publishesText ? entry.html?.nonBlank : nil, start: start,
      yearGuess: entry.yearGuess, end: end, recurrence: recurrence,
      overrides: lengths(of: entry, recurrence),
      venue: VenueField.text(of: entry, source.venueReading), coordinate: entry.coordinate,
      status: entry.status ?? .confirmed, visibility: visibility(of: entry),
      transparency: entry.transparency, kind: source.publisherKind, categories: entry.categories,
      tags: Self.distinct(entry.tags + source.tags), audience: entry.audience?.nonBlank,
      price: entry.price?.nonBlank, organizer: Self.name(entry.organizer),
      contact: Self.name(entry.contact), image: publishesText ? entry.image : nil,
      language: entry.language, onlineURL: entry.onlineURL,
      published: entry.published?.anchored(in: zone), updated: entry.updated?.anchored(in: zone),
      sequence: entry.sequence ?? 0, line: entry.line)
  }

  /// Characters; far more than any title has.
  private static let titleLimit = 32_768

  /// The title. A blank or extremely long one is rejected, a long one is cut. The length is that of
  /// the compatibility form, in which one character may become 18.
  private func title(of entry: Entry) throws(ListingError) -> String {
    if demand == .dated { return entry.title ?? "" }
    guard let title = entry.title?.nonBlank else { throw .noTitle }
    let compatible = LongTitle.length(of: title)
    guard compatible <= Self.titleLimit else { throw .titleTooLong(compatible) }
    return compatible <= LongTitle.limit ? title : LongTitle.cut(title)
  }

  /// The start and the end of an entry; without a zone, in the source's.
  func times(of entry: Entry) throws(ListingError) -> (start: CalendarTime, end: CalendarTime?) {
    guard let written = entry.start else {
      if let name = entry.unreadableText("timezone") { throw .unknownZone(name) }
      throw .unread(start: entry.unreadableText("start")?.nonBlank)
    }
    let start = anchored(written)
    guard isInRange(start) else { throw .outOfRange(field: "start", start) }
    guard let end = entry.end.map(anchored) else { return (start, nil) }
    guard isInRange(end) else { throw .outOfRange(field: "end", end) }
    guard end.instant(in: zone) >= start.instant(in: zone) else {
      if demand == .dated { return (start, nil) }
      throw .endBeforeStart(start: start, end: end)
    }
    return (start, end)
  }

  /// Binds a floating time to the source's zone; for display it stays floating.
  func anchored(_ time: CalendarTime) -> CalendarTime {
    demand == .dated ? time : time.anchored(in: zone)
  }

  /// A name without mail addresses, which are personal data.
  static func name(_ text: String?) -> String? {
    text?.nonBlank.flatMap(MailAddresses.removed)
  }

  /// The maximum number of rules of one event. Some programs write one for each weekday.
  private static let ruleLimit = 50

  private func recurrence(of entry: Entry) throws(ListingError) -> Recurrence? {
    if demand == .publishable, !entry.unreadable.isEmpty {
      if let text = entry.unreadable["rrule"] { throw .invalidRule(text) }
      if let count = entry.unreadable["dates"] { throw .tooManyDates(count) }
    }
    let written = entry.recurrence
    let rules = written.rules.count + written.exclusionRules.count
    if demand == .publishable, rules > Self.ruleLimit { throw .tooManyRules(rules) }
    guard !written.rules.isEmpty || !written.additions.isEmpty else { return nil }
    return Recurrence(
      rules: written.rules, exclusionRules: written.exclusionRules,
      additions: written.additions.map(anchored),
      exclusions: written.exclusions.map(anchored))
  }

  /// The overrides of added periods, whose length differs from the series'.
  private func lengths(of entry: Entry, _ recurrence: Recurrence?) -> [ListingOverride] {
    guard recurrence != nil, !entry.recurrence.additionEnds.isEmpty else { return [] }
    return entry.recurrence.additions.compactMap { addition in
      guard let end = entry.recurrence.additionEnds[addition] else { return nil }
      let start = anchored(addition)
      return ListingOverride(
        recurrenceID: start, start: start, end: anchored(end),
        status: entry.status ?? .confirmed)
    }
  }

  /// The stricter visibility of event and source.
  func visibility(of entry: Entry) -> Visibility {
    guard let own = entry.visibility else { return source.visibility }
    let order: [Visibility] = [.confidential, .private, .public]
    return order.first { $0 == own || $0 == source.visibility } ?? source.visibility
  }

  private static func key(of entry: Entry, _ title: String, _ start: CalendarTime) -> String {
    givenKey(of: entry) ?? Listing.derivedKey(title: title, start: start)
  }

  /// The source's own key: the identifier, else the link; nil if it has neither. Spaces around an
  /// identifier are ignored.
  static func givenKey(of entry: Entry) -> String? {
    guard let id = entry.id?.nonBlank else { return webLink(of: entry) }
    let key = id.utf8.first == 0x20 || id.utf8.last == 0x20 ? id.trimming { $0 == " " } : id
    return IdentifierText.bounded(key)
  }

  private func uid(of entry: Entry) -> String? {
    if demand == .dated { return entry.id }
    return GlobalIdentifier.isLikely(entry.id) ? entry.id.map(IdentifierText.bounded) : nil
  }

  /// The link if it is absolute; feeds also contain relative addresses and plain words.
  private static func webLink(of entry: Entry) -> String? {
    (entry.originalLink ?? entry.link ?? entry.externalURL)
      .flatMap { URLText.isWebAddress($0) ? $0 : nil }
  }

  private func isInRange(_ time: CalendarTime) -> Bool {
    demand == .dated || (1970...2100).contains(time.date.year)
  }

  private static func distinct(_ words: [String]) -> [String] {
    guard words.count > 1 else { return words }
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }
}

extension Entry {
  /// The text of a field that could not be read.
  fileprivate func unreadableText(_ field: String) -> String? {
    unreadable.isEmpty ? nil : unreadable[field]
  }
}
