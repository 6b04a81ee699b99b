import AlmanacModel
import AlmanacTime
import Foundation

/// Turns entries into listings of one source: the rules of the pipeline about what an event needs,
/// and what the source's definition says of all its events.
struct ListingMapper {
  let source: Source
  /// The zone of times that state none.
  let zone: Zone
  let zones: ZoneDatabase
  /// How much is asked of an entry.
  let demand: Demand

  enum Demand {
    /// All that an event needs to be published.
    case publishable
    /// A start: enough to look at.
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

  /// One entry on its own; a recurrence rule makes it a series.
  func listing(from entry: Entry) throws(ListingError) -> Listing {
    let title = try title(of: entry)
    let (start, end) = try times(of: entry)
    let recurrence = try recurrence(of: entry)
    let publishesText = source.publishing == .full
    return Listing(
      source: source.id, campus: source.campus, key: Self.key(of: entry, title, start),
      uid: uid(of: entry),
      link: Self.webLink(of: entry), title: title,
      text: publishesText ? Self.stated(entry.content) ?? Self.stated(entry.summary) : nil,
      html: publishesText ? Self.stated(entry.html) : nil, start: start, end: end,
      recurrence: recurrence, overrides: lengths(of: entry, recurrence),
      venue: VenueField.text(of: entry, source.venueReading), coordinate: entry.coordinate,
      status: entry.status ?? .confirmed, visibility: visibility(of: entry),
      transparency: entry.transparency, kind: source.publisherKind, categories: entry.categories,
      tags: Self.distinct(entry.tags + source.tags), audience: Self.stated(entry.audience),
      price: Self.stated(entry.price), organizer: Self.name(entry.organizer),
      contact: Self.name(entry.contact), image: publishesText ? entry.image : nil,
      language: entry.language, onlineURL: entry.onlineURL,
      published: entry.published?.anchored(in: zone), updated: entry.updated?.anchored(in: zone),
      sequence: entry.sequence ?? 0, line: entry.line)
  }

  /// Characters. Far beyond any title.
  private static let titleLimit = 32_768

  /// A title that could not be meant as one is refused, one that is merely long is cut. Length is
  /// that of the compatibility form, in which one character may be 18.
  private func title(of entry: Entry) throws(ListingError) -> String {
    if demand == .dated { return entry.title ?? "" }
    guard let title = Self.stated(entry.title) else { throw .noTitle }
    let compatible = LongTitle.length(of: title)
    guard compatible <= Self.titleLimit else { throw .titleTooLong(compatible) }
    return compatible <= LongTitle.limit ? title : LongTitle.cut(title)
  }

  /// The start and the end of an entry, on the source's clocks where it states no others.
  func times(of entry: Entry) throws(ListingError) -> (start: CalendarTime, end: CalendarTime?) {
    guard let stated = entry.start else {
      if let name = entry.unreadableText("timezone") { throw .unknownZone(name) }
      throw .unread(start: entry.unreadableText("start"))
    }
    let start = anchored(stated)
    guard isInRange(start) else { throw .outOfRange(field: "start", start) }
    guard let end = entry.end.map(anchored) else { return (start, nil) }
    guard isInRange(end) else { throw .outOfRange(field: "end", end) }
    guard end.instant(in: zone) >= start.instant(in: zone) else {
      if demand == .dated { return (start, nil) }
      throw .endBeforeStart(start: start, end: end)
    }
    return (start, end)
  }

  /// Times that state no zone are the source's; to those who only look, they stay what they are.
  func anchored(_ time: CalendarTime) -> CalendarTime {
    demand == .dated ? time : time.anchored(in: zone)
  }

  /// Text that is more than white space.
  static func stated(_ text: String?) -> String? {
    guard let text, let first = text.utf8.first else { return nil }
    if 0x21...0x7E ~= first { return text }
    return text.contains { !$0.isWhitespace } ? text : nil
  }

  /// A name without mail addresses, which are personal: they are not published.
  static func name(_ text: String?) -> String? {
    stated(text).flatMap(MailAddresses.removed)
  }

  /// Rules of one event. Some programs write one for each weekday.
  private static let ruleLimit = 50

  private func recurrence(of entry: Entry) throws(ListingError) -> Recurrence? {
    if demand == .publishable, !entry.unreadable.isEmpty {
      if let text = entry.unreadable["rrule"] { throw .invalidRule(text) }
      if let count = entry.unreadable["dates"] { throw .tooManyDates(count) }
    }
    let stated = entry.recurrence
    let rules = stated.rules.count + stated.exclusionRules.count
    if demand == .publishable, rules > Self.ruleLimit { throw .tooManyRules(rules) }
    guard !stated.rules.isEmpty || !stated.additions.isEmpty else { return nil }
    return Recurrence(
      rules: stated.rules, exclusionRules: stated.exclusionRules,
      additions: stated.additions.map(anchored),
      exclusions: stated.exclusions.map(anchored))
  }

  /// An added period has a length of its own, which is an override of its end.
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

  /// The stricter of what the event and the source say.
  func visibility(of entry: Entry) -> Visibility {
    guard let stated = entry.visibility else { return source.visibility }
    let order: [Visibility] = [.confidential, .private, .public]
    return order.first { $0 == stated || $0 == source.visibility } ?? source.visibility
  }

  private static func key(of entry: Entry, _ title: String, _ start: CalendarTime) -> String {
    statedKey(of: entry) ?? Listing.derivedKey(title: title, start: start)
  }

  /// The key that the source gives; nil where it gives neither an identifier nor a link.
  ///
  /// Blanks around an identifier tell no two of them apart.
  static func statedKey(of entry: Entry) -> String? {
    guard let id = stated(entry.id) else { return webLink(of: entry) }
    let key = id.utf8.first == 0x20 || id.utf8.last == 0x20 ? id.trimming { $0 == " " } : id
    return IdentifierText.bounded(key)
  }

  private func uid(of entry: Entry) -> String? {
    if demand == .dated { return entry.id }
    return GlobalIdentifier.isLikely(entry.id) ? entry.id.map(IdentifierText.bounded) : nil
  }

  /// The link, where it can be followed: feeds also write addresses without a base and mere words.
  private static func webLink(of entry: Entry) -> String? {
    entry.link.flatMap { URLText.isWebAddress($0) ? $0 : nil }
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
  /// The text of a field that was there and could not be read.
  fileprivate func unreadableText(_ field: String) -> String? {
    unreadable.isEmpty ? nil : unreadable[field]
  }
}
