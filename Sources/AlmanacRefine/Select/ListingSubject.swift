import AlmanacModel
import AlmanacTime

/// One listing as the input of rules. Its texts are prepared once.
///
/// A class, because a listing is large and rules are evaluated a million times in a run.
final class ListingSubject {
  /// The settings that all listings of a campus share.
  struct Setting: Sendable {
    let zone: Zone
    let today: Instant
    let categorizer: Categorizer?
    let taxonomy: Taxonomy
  }

  private let listing: Listing
  private let placement: Placement?
  private let setting: Setting
  /// By the position of the field; nil if no rule needed it.
  private var texts = [[PatternSubject]?](repeating: nil, count: ListingRule.Field.allCases.count)
  private var facets: [EventFacet]?

  init(_ listing: Listing, _ placement: Placement?, _ setting: Setting) {
    self.listing = listing
    self.placement = placement
    self.setting = setting
  }

  private static let attendance = FacetReader()

  /// The listing as an event, for functions that read events.
  private var event: Event {
    Event(
      id: listing.id, campus: listing.campus, title: listing.title, text: listing.text,
      tags: listing.tags, audience: listing.audience, organizer: listing.organizer,
      onlineURL: listing.onlineURL, venue: listing.venue, placement: placement,
      sourceCategories: listing.categories, occurrences: [],
      listings: [
        ListingReference(
          id: listing.id, source: listing.source, uid: listing.uid, url: listing.link)
      ])
  }

  /// Prepares the texts of a field.
  func prepare(_ field: ListingRule.Field) {
    if texts[field.position] == nil {
      texts[field.position] = values(of: field).map(PatternSubject.init)
    }
  }

  /// Whether a text of a prepared field matches.
  func has(_ field: ListingRule.Field, _ isWanted: (PatternSubject) -> Bool) -> Bool {
    texts[field.position]?.contains(where: isWanted) ?? false
  }

  private func values(of field: ListingRule.Field) -> [String] {
    switch field {
    case .title: return [listing.title]
    case .tag: return listing.tags
    case .venue: return [listing.venue, placement?.name, placement?.place].compactMap(\.self)
    case .organizer: return [listing.organizer].compactMap(\.self)
    case .audience: return [listing.audience ?? facet(.audience)].compactMap(\.self)
    case .category:
      let found = setting.categorizer?.read([event]).records.first?.categorization.category
      let category = setting.taxonomy.categories.first { $0.id == found }
      return listing.categories + (category.map { [$0.id, $0.name] } ?? [])
    }
  }

  private func facet(_ name: EventFacet.Name) -> String? {
    let known = facets ?? Self.attendance.facets(of: event)
    facets = known
    return known.first { $0.name == name }?.value
  }

  /// A hybrid event is also online.
  var isOnline: Bool { ["online", "hybrid"].contains(facet(.attendance) ?? "") }

  func distance(to point: Coordinate) -> Double? {
    (placement?.coordinate ?? listing.coordinate)?.distance(to: point)
  }

  /// Seconds; nil without an end.
  var duration: Int? {
    listing.end?.instant(in: setting.zone).seconds(since: start)
  }

  private var start: Instant { listing.start.instant(in: setting.zone) }

  var secondsAhead: Int { max(0, start.seconds(since: setting.today)) }

  var weekday: Weekday { date.weekday }

  private var date: CivilDate { local?.date ?? listing.start.date }

  private var local: CivilDateTime? {
    listing.start.isDay ? nil : setting.zone.civil(at: start)
  }

  /// Minutes after midnight; nil for a whole day.
  var minute: Int? { local.map { $0.hour * 60 + $0.minute } }
}

/// A rule with its patterns compiled.
struct CompiledRule: Sendable {
  private enum Test: Sendable {
    case patterns(ListingRule.Field, [TextPattern])
    case other(ListingRule.Condition)
    case any([CompiledRule])
    case all([CompiledRule])
  }

  let name: String
  private var tests: [Test] = []

  init(_ rule: ListingRule) throws(TextPatternError) {
    name = rule.name
    for condition in rule.conditions {
      switch condition {
      case .text(let field, let texts):
        var patterns: [TextPattern] = []
        for text in texts { patterns.append(try TextPattern(text)) }
        tests.append(.patterns(field, patterns))
      case .any(let rules): tests.append(.any(try Self.compiled(rules)))
      case .all(let rules): tests.append(.all(try Self.compiled(rules)))
      default: tests.append(.other(condition))
      }
    }
  }

  private static func compiled(_ rules: [ListingRule]) throws(TextPatternError) -> [CompiledRule] {
    var compiled: [CompiledRule] = []
    for rule in rules { compiled.append(try CompiledRule(rule)) }
    return compiled
  }

  /// Those of some listings that match all conditions, in order.
  func matching(_ subjects: [ListingSubject], _ candidates: [Int]) -> [Int] {
    var left = candidates
    for test in tests where !left.isEmpty {
      switch test {
      case .patterns(let field, let patterns):
        for index in left { subjects[index].prepare(field) }
        left = Self.union(patterns, left) { $0.matching(subjects, $1, in: field) }
      case .any(let rules):
        left = Self.union(rules, left) { $0.matching(subjects, $1) }
      case .all(let rules):
        for rule in rules { left = rule.matching(subjects, left) }
      case .other(let condition):
        left = left.filter { Self.holds(condition, subjects[$0]) }
      }
    }
    return left
  }

  /// The candidates that any alternative matches; each alternative tests the remaining ones.
  private static func union<Alternative>(
    _ alternatives: [Alternative], _ candidates: [Int],
    _ found: (Alternative, [Int]) -> [Int]
  ) -> [Int] {
    var left = candidates
    for alternative in alternatives { left = left.without(found(alternative, left)) }
    return candidates.without(left)
  }

  private static func holds(
    _ condition: ListingRule.Condition, _ subject: ListingSubject
  ) -> Bool {
    func isBetween(_ seconds: Int?, _ over: Int?, _ under: Int?) -> Bool {
      guard let seconds else { return false }
      return seconds > over ?? -1 && seconds < under ?? .max
    }
    switch condition {
    case .near(let point, let meters):
      return subject.distance(to: point).map { $0 <= meters } ?? false
    case .duration(let over, let under): return isBetween(subject.duration, over, under)
    case .ahead(let over, let under): return isBetween(subject.secondsAhead, over, under)
    case .time(let from, let to):
      guard let minute = subject.minute else { return false }
      return from <= to ? (from..<to).contains(minute) : minute >= from || minute < to
    case .weekday(let days): return days.contains(subject.weekday)
    case .online(let isOnline): return subject.isOnline == isOnline
    case .text, .any, .all: return false
    }
  }
}

extension [Int] {
  /// The other listings, in order.
  func without(_ others: [Int]) -> [Int] {
    guard !others.isEmpty else { return self }
    let others = Set(others)
    return filter { !others.contains($0) }
  }
}

extension ListingRule.Field {
  fileprivate var position: Int {
    switch self {
    case .title: 0
    case .tag: 1
    case .venue: 2
    case .organizer: 3
    case .audience: 4
    case .category: 5
    }
  }
}
