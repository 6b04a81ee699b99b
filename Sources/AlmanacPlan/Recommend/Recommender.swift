import AlmanacModel
public import AlmanacTime

/// A published occurrence that matches a person's interests and free time.
public struct Recommendation: Hashable, Sendable {
  public var event: String
  public var title: String
  public var start: Instant
  public var venue: String?
  public var score: Double
  /// The reasons, as short phrases.
  public var reasons: [String]
}

/// A published occurrence near the person at the run time.
public struct NearbyEvent: Hashable, Sendable {
  public var event: String
  public var title: String
  public var start: Instant
  public var venue: String?
  /// Meters in a straight line.
  public var distance: Double
}

/// Recommends published events, and lists those nearby.
struct Recommender {
  let times: TravelTimes

  /// Days from the run time in which events are recommended.
  private static let days = 14
  private static let maxSuggestions = 10
  /// Maximum upcoming occurrences that are scored for each interest.
  private static let maxPerInterest = 200
  /// Meters.
  private static let nearbyRadius = 1_000.0
  /// Meters at which the score is halved.
  private static let halfDistance = 2_000.0

  private var planner: AgendaPlanner { times.planner }
  private var person: Person { times.person }
  private var edition: PlanEdition { planner.edition }
  private var now: Instant { planner.now }

  /// Adds the nearby events, the view of the interests, and the recommendations.
  func addSuggestions(to agenda: inout Agenda) {
    let busy = agenda.entries.filter { $0.isBusy && !$0.isCancelled && $0.end > now }
    agenda.nearby = nearby(busy)
    let matches = matches()
    if !person.interests.isEmpty, !person.interests.isAll {
      let events = Set(matches.map { edition.eventNumbers[$0.position] })
      agenda.view = events.sorted().map { edition.eventIDs[$0] }
    }
    guard person.isRecommended else { return }
    // Sorting first saves time: only the best occurrences are checked against the agenda.
    let ranked = eligible(matches).sorted {
      $0.score == $1.score ? $0.match.position < $1.match.position : $0.score > $1.score
    }
    var events: Set<Int> = []
    for (match, score) in ranked where events.count < Self.maxSuggestions {
      let event = edition.eventNumbers[match.position]
      guard !events.contains(event) else { continue }
      let occurrence = edition.occurrences[match.position]
      guard isFree(for: occurrence, busy) else { continue }
      events.insert(event)
      agenda.recommendations.append(
        Recommendation(
          event: occurrence.event, title: occurrence.title, start: occurrence.start,
          venue: occurrence.venue, score: score,
          reasons: reasons(occurrence, match.interests)))
    }
  }

  /// The matches that may be recommended, with their scores.
  private func eligible(_ matches: [Match]) -> [(match: Match, score: Double)] {
    // Events that the person attends, or declined as a whole.
    let hidden = Set(
      (person.attending + person.declined.filter { $0.date == nil }).compactMap {
        edition.eventNumber(of: $0.event)
      })
    let declined = Set(person.declined.flatMap(edition.positions))
    return matches.compactMap { match in
      let position = match.position
      guard !declined.contains(position), !hidden.contains(edition.eventNumbers[position]),
        !edition.occurrences[position].isCancelled, edition.occurrences[position].start > now
      else { return nil }
      return (match, score(match))
    }
  }

  /// An upcoming occurrence with the interests that it matches.
  private struct Match {
    var position: Int
    var interests: [Interest]
  }

  /// The upcoming occurrences that match the person's interests, in order of position.
  private func matches() -> [Match] {
    var found: [(position: Int, interest: Interest)] = []
    let first = edition.position(from: now)
    let last = edition.position(from: now + Self.days * 86_400)
    func add(_ positions: [Int]?, _ interest: Interest) {
      guard let positions else { return }
      let upcoming = positions[positions.partitioningIndex { $0 >= first }...]
      for position in upcoming.prefix(Self.maxPerInterest) where position < last {
        found.append((position, interest))
      }
    }
    let interests = person.interests
    for id in interests.categories.sorted() {
      add(edition.byCategory[id], Interest(weight: 2, reason: "category \(id)"))
    }
    for tag in interests.tags.sorted() {
      add(edition.byTag[PlanEdition.folded(tag)], Interest(weight: 3, reason: "tag \(tag)"))
    }
    for word in interests.words.sorted() {
      add(edition.byWord[PlanEdition.folded(word)], Interest(weight: 3, reason: "word \(word)"))
    }
    if interests.isAll {
      for position in first..<max(first, min(last, first + Self.maxPerInterest)) {
        found.append((position, Interest(weight: 1, reason: "all events")))
      }
    }
    // Groups by occurrence. The sort is stable, so that the order of interests does not change.
    var matches: [Match] = []
    for (position, interest) in found.sorted(by: { $0.position < $1.position }) {
      if matches.last?.position == position {
        matches[matches.count - 1].interests.append(interest)
      } else {
        matches.append(Match(position: position, interests: [interest]))
      }
    }
    return matches
  }

  private struct Interest {
    var weight: Double
    /// A short phrase.
    var reason: String
  }

  private func score(_ match: Match) -> Double {
    // Read fields through the array: copying an occurrence takes longer than scoring it.
    let position = match.position
    var score = match.interests.reduce(0) { $0 + $1.weight }
    score += Double(
      planner.friends(of: person, attending: edition.occurrences[position].event).count)
    if let origin = person.origin(on: edition.occurrences[position].date) {
      let meters = edition.occurrences[position].place?.coordinate.distance(to: origin.coordinate)
      score /= 1 + (meters ?? Self.halfDistance) / Self.halfDistance
    }
    return edition.occurrences[position].advisories.isEmpty ? score : score * 0.7
  }

  private func reasons(_ occurrence: PlanOccurrence, _ interests: [Interest]) -> [String] {
    var reasons = interests.map(\.reason)
    let friends = planner.friends(of: person, attending: occurrence.event)
    if !friends.isEmpty { reasons.append("attended by \(friends.joined(separator: ", "))") }
    if let place = occurrence.place, let origin = person.origin(on: occurrence.date) {
      let meters = place.coordinate.distance(to: origin.coordinate)
      reasons.append("\(Int((meters / 100).rounded()) * 100) m from \(origin.name)")
    }
    if occurrence.isAllDay {
      reasons.append("all day")
    } else {
      reasons.append("no other event at that time")
    }
    if !occurrence.advisories.isEmpty {
      reasons.append("weather: \(occurrence.advisories.joined(separator: ", "))")
    } else if let weather = occurrence.weather {
      reasons.append("weather: \(weather)")
    }
    return reasons
  }

  /// Whether the person has time for an occurrence: outside quiet hours, and with the travel from
  /// the previous entries and to the following ones. After a long gap the journey starts at home.
  ///
  /// An occurrence of whole days has no time of its own, so there is always time for it.
  private func isFree(for occurrence: PlanOccurrence, _ busy: [AgendaEntry]) -> Bool {
    guard !occurrence.isAllDay else { return true }
    let (start, end) = (occurrence.start, occurrence.assumedEnd)
    if person.isQuiet(from: start, to: end) { return false }
    let buffer = person.travel.buffer
    let destination = times.destination(occurrence)
    for entry in busy {
      let gap = max(start.seconds(since: entry.end), entry.start.seconds(since: end)) - buffer
      if gap < 0 { return false }
      guard gap < AgendaPlanner.homeGap, let destination, let other = times.destination(entry)
      else { continue }
      let needed =
        entry.start < start
        ? times.shortest(from: other.coordinate, to: destination, isStrict: true)
        : times.shortest(from: destination.coordinate, to: other, isStrict: true)
      guard let needed, needed <= gap else { return false }
    }
    return true
  }

  /// The occurrences within a kilometer that are in progress or start within an hour, nearest
  /// first.
  private func nearby(_ busy: [AgendaEntry]) -> [NearbyEvent] {
    // The person is at the place of the current event, else at the origin of the day.
    let here =
      busy.first { $0.start <= now && $0.place != nil }?.place
      ?? person.origin(on: person.zone.civil(at: now).date)
    guard let here else { return [] }
    let hidden = Set(person.declined.flatMap(edition.positions))
    return planner.current.compactMap { position -> NearbyEvent? in
      let occurrence = edition.occurrences[position]
      guard !hidden.contains(position), !occurrence.isAllDay, let place = occurrence.place else {
        return nil
      }
      let meters = place.coordinate.distance(to: here.coordinate)
      guard meters <= Self.nearbyRadius else { return nil }
      return NearbyEvent(
        event: occurrence.event, title: occurrence.title, start: occurrence.start,
        venue: occurrence.venue, distance: meters)
    }.sorted { ($0.distance, $0.start, $0.event) < ($1.distance, $1.start, $1.event) }
  }
}
