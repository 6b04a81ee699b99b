public import AlmanacModel
import AlmanacTime

/// The operator's edits of events (`edit` in `decisions.yaml`), which replace the sources' values.
struct EventEdits: Sendable {
  private let values: DecidedValues
  private let placements: [VenueQuery: Placement]
  private let campus: String
  private let zones: ZoneDatabase

  init(_ input: DeduplicateInput, zones: ZoneDatabase) {
    values = DecidedValues(input.decisions.set)
    placements = Dictionary(uniqueKeysWithValues: Self.placements(input))
    campus = input.campus.id
    self.zones = zones
  }

  /// Names of the events whose times are edited, in all spellings.
  static func timedNames(_ decisions: Decisions) -> Set<String> {
    decisions.set.reduce(into: []) { names, edit in
      guard edit.value["start"] != nil || edit.value["end"] != nil else { return }
      names.formUnion(DecisionNames.spellings(of: edit.key))
    }
  }

  /// Of an event whose times can't be edited.
  static func unusedTimes(of event: String) -> Finding {
    Finding(
      "W_EDIT_TIMES", severity: .warning, subject: event,
      message: "the event has several dates, so that the edited start and end are not used; "
        + "remove them from the decisions")
  }

  /// The places of all edits, in the order of their texts.
  static func placements(_ input: DeduplicateInput) -> [(query: VenueQuery, Placement)] {
    VenueQueries.ofEdits(input.decisions, campus: input.campus.id).compactMap { query in
      input.placements[query].map { (query, $0) }
    }
  }

  /// The edited values of the event by field.
  private func edits(of event: Event) -> [DecidedField: String] {
    DecidedField.allCases.reduce(into: [:]) { edits, field in
      edits[field] = values.values(of: field.rawValue, for: event).first?.value
    }
  }

  /// All but the times, which belong to occurrences.
  func apply(to event: inout Event) {
    let edits = edits(of: event)
    for field in edits.keys where field != .featured {
      event.provenance[field.rawValue] = DecidedField.source
    }
    if let title = edits[.title] { event.title = title }
    if let text = edits[.text] { (event.text, event.html) = (text, nil) }
    if let url = edits[.url] { event.url = url }
    if let image = edits[.image] { event.image = image }
    if let price = edits[.price] { event.price = price }
    if let status = edits[.status].flatMap(EventStatus.init) { event.status = status }
    if let venue = edits[.venue] {
      event.venue = venue
      event.placement = placements[.edited(venue: venue, campus: campus)]
    }
    if let place = edits[.place],
      var placement = placements[.edited(place: place, campus: campus)], placement.place != nil
    {
      placement.method = .decision
      event.placement = placement
      // The venue texts of the sources would contradict it.
      if edits[.venue] == nil { event.venue = placement.name }
      event.provenance[DecidedField.venue.rawValue] = DecidedField.source
    }
    if edits[.featured] == "true", !event.tags.contains("featured") {
      event.tags.append("featured")
      event.provenance["tag featured"] = DecidedField.source
    }
  }

  /// Start and end, of an event with one date.
  func applyTimes(to event: inout Event, in zone: Zone) {
    guard event.series == nil, event.occurrences.count == 1 else { return }
    let edits = edits(of: event)
    func time(_ field: DecidedField) -> CalendarTime? {
      edits[field].flatMap { CalendarTime($0, zones: zones)?.anchored(in: zone) }
    }
    let former = event.occurrences[0]
    if let start = time(.start) {
      event.occurrences[0].start = start
      // The event keeps its length.
      event.occurrences[0].end = former.end.flatMap { end in
        guard !start.isDay, !former.start.isDay else { return nil }
        let seconds = end.instant(in: zone).seconds(since: former.start.instant(in: zone))
        return start.adding(CalendarDuration(seconds: seconds), zones: zones)
      }
    }
    if let end = time(.end) { event.occurrences[0].end = end }
  }
}

/// What an operator can edit, by its name in decisions and in the provenance of events.
enum DecidedField: String, CaseIterable {
  case title, text, url, image, price, status, venue, place, start, end, featured

  /// In place of a listing in the provenance.
  static let source = "decision"
}

extension Event {
  /// Whether the operator edited the field.
  func isDecided(_ field: DecidedField) -> Bool {
    provenance[field.rawValue] == DecidedField.source
  }
}

extension VenueQuery {
  static func edited(venue: String, campus: String) -> VenueQuery {
    VenueQuery(campus: campus, text: venue)
  }

  static func edited(place: String, campus: String) -> VenueQuery {
    VenueQuery(campus: campus, text: nil, strategy: .place(id: place))
  }
}

extension VenueQueries {
  /// The venue queries of an operator's edits, sorted.
  public static func ofEdits(_ decisions: Decisions, campus: String) -> [VenueQuery] {
    let edits = decisions.set.values
    return Set(edits.compactMap { $0["venue"] }).sorted()
      .map { .edited(venue: $0, campus: campus) }
      + Set(edits.compactMap { $0["place"] }).sorted().map { .edited(place: $0, campus: campus) }
  }
}
