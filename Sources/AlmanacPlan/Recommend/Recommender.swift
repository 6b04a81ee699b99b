import AlmanacModel
public import AlmanacTime

/// A published occurrence that suits a person.
public struct Recommendation: Hashable, Sendable {
  public var event: String
  public var title: String
  public var start: Instant
  public var venue: String?
  public var score: Double
  /// Why, one sentence part each.
  public var reasons: [String]
}

/// A published occurrence near the person at the time of the run.
public struct NearbyEvent: Hashable, Sendable {
  public var event: String
  public var title: String
  public var start: Instant
  public var venue: String?
  /// Meters.
  public var distance: Double
}

/// Suggests published events.
struct Recommender {
  let planner: AgendaPlanner
  let person: Person

  private static let days = 14
  private static let mostSuggestions = 10
  /// Upcoming occurrences that are looked at for each interest.
  private static let mostPerInterest = 200
  /// Meters.
  private static let nearbyRadius = 1_000.0
  /// A place so far away counts half.
  private static let halfDistance = 2_000.0

  private var edition: PlanEdition { planner.edition }
  private var now: Instant { planner.now }

  func addSuggestions(to agenda: inout Agenda) {
    let busy: [BusyTime] = agenda.entries.lazy.filter {
      $0.isBusy && !$0.isCancelled && $0.end > now
    }
    .map { BusyTime(start: $0.start, end: $0.end, point: $0.place?.coordinate) }
    agenda.nearby = nearby(busy)
    let matches = matches()
    if !person.interests.isEmpty, !person.interests.isAll {
      agenda.view = Set(matches.keys.map { edition.occurrences[$0].event }).sorted()
    }
    guard person.isRecommended else { return }
    let hidden = Set(
      (person.attending + person.declined.filter { $0.date == nil }).map {
        edition.aliases[$0.event] ?? $0.event
      })
    let declined = Set(person.declined.flatMap(edition.positions))
    // Scores first: reasons are written for what is shown only. The loop goes by position, because an
    // occurrence takes longer to copy than to score.
    var best: [String: (score: Double, position: Int)] = [:]
    for position in matches.keys.sorted() where !declined.contains(position) {
      let event = edition.occurrences[position].event
      guard !hidden.contains(event), !edition.occurrences[position].isCancelled,
        edition.occurrences[position].start > now
      else { continue }
      let score = score(position, matches[position] ?? [])
      if let known = best[event], known.score >= score { continue }
      guard isFree(for: position, busy) else { continue }
      best[event] = (score, position)
    }
    let chosen = best.values.sorted {
      ($1.score, $0.position) < ($0.score, $1.position)
    }.prefix(Self.mostSuggestions)
    agenda.recommendations = chosen.map { found in
      let occurrence = edition.occurrences[found.position]
      return Recommendation(
        event: occurrence.event, title: occurrence.title, start: occurrence.start,
        venue: occurrence.venue, score: found.score,
        reasons: reasons(occurrence, matches[found.position] ?? []))
    }
  }

  /// Upcoming occurrences of the person's interests, with what matched.
  private func matches() -> [Int: [Match]] {
    var found: [Int: [Match]] = [:]
    let first = edition.position(from: now)
    let last = edition.position(from: now + Self.days * 86_400)
    func add(_ positions: [Int]?, _ match: Match) {
      guard let positions else { return }
      var (low, high) = (0, positions.count)
      while low < high {
        let middle = (low + high) / 2
        if positions[middle] < first { low = middle + 1 } else { high = middle }
      }
      for position in positions[low...].prefix(Self.mostPerInterest) where position < last {
        found[position, default: []].append(match)
      }
    }
    let interests = person.interests
    for id in interests.categories.sorted() { add(edition.byCategory[id], .category(id)) }
    for tag in interests.tags.sorted() { add(edition.byTag[PlanEdition.folded(tag)], .tag(tag)) }
    for word in interests.words.sorted() {
      add(edition.byWord[PlanEdition.folded(word)], .word(word))
    }
    if interests.isAll {
      for position in first..<max(first, min(last, first + Self.mostPerInterest)) {
        found[position, default: []].append(.all)
      }
    }
    return found
  }

  /// A time in which the person is at another event.
  private struct BusyTime {
    var start: Instant
    var end: Instant
    var point: Coordinate?
  }

  private enum Match {
    case category(String)
    case tag(String)
    case word(String)
    case all

    var weight: Double {
      switch self {
      case .category: 2
      case .tag, .word: 3
      case .all: 1
      }
    }

    var reason: String {
      switch self {
      case .category(let id): "category \(id)"
      case .tag(let tag): "tag \(tag)"
      case .word(let word): "word \(word)"
      case .all: "all events"
      }
    }
  }

  private func score(_ position: Int, _ matches: [Match]) -> Double {
    var score = matches.reduce(0) { $0 + $1.weight }
    score += Double(
      planner.friends(of: person, attending: edition.occurrences[position].event).count)
    if let origin = person.origin(on: edition.occurrences[position].date) {
      let meters = edition.occurrences[position].place?.coordinate.distance(to: origin.coordinate)
      score /= 1 + (meters ?? Self.halfDistance) / Self.halfDistance
    }
    return edition.occurrences[position].advisories.isEmpty ? score : score * 0.7
  }

  private func reasons(_ occurrence: PlanOccurrence, _ matches: [Match]) -> [String] {
    var reasons = matches.map(\.reason)
    let friends = planner.friends(of: person, attending: occurrence.event)
    if !friends.isEmpty { reasons.append("attended by \(friends.joined(separator: ", "))") }
    if let place = occurrence.place, let origin = person.origin(on: occurrence.date) {
      let meters = place.coordinate.distance(to: origin.coordinate)
      reasons.append("\(Int((meters / 100).rounded()) * 100) m from \(origin.name)")
    }
    reasons.append("no other event at that time")
    if !occurrence.advisories.isEmpty {
      reasons.append("weather: \(occurrence.advisories.joined(separator: ", "))")
    } else if let weather = occurrence.weather {
      reasons.append("weather: \(weather)")
    }
    return reasons
  }

  /// Whether it is outside the quiet hours, and the entries before and after leave time for it and the
  /// ways to and from it.
  ///
  /// - Parameter busy: In the order of their starts.
  private func isFree(for position: Int, _ busy: [BusyTime]) -> Bool {
    let start = edition.occurrences[position].start
    let end = edition.occurrences[position].assumedEnd
    if person.isQuiet(from: start, to: end) { return false }
    let point = edition.occurrences[position].place?.coordinate
    for entry in busy {
      // Entries far away in time need no look at the way.
      if entry.end + 86_400 < start { continue }
      if entry.start > end + 86_400 { break }
      var travel = 0
      if let place = entry.point, let other = point {
        let straight = place.distance(to: other)
        travel = person.travel.shortest(straight: straight, isStrict: false) ?? 0
      }
      let needed = travel + person.travel.buffer
      if entry.end + needed > start, entry.start - needed < end { return false }
    }
    return true
  }

  private func nearby(_ busy: [BusyTime]) -> [NearbyEvent] {
    // The person is where their current event is, else at the origin of the day.
    let here =
      busy.first { $0.start <= now && $0.end > now && $0.point != nil }?.point
      ?? person.origin(on: person.zone.civil(at: now).date)?.coordinate
    guard let here else { return [] }
    let hidden = Set(person.declined.flatMap(edition.positions))
    return planner.current.compactMap { position -> NearbyEvent? in
      let occurrence = edition.occurrences[position]
      guard !hidden.contains(position), !occurrence.isAllDay, let place = occurrence.place else {
        return nil
      }
      let meters = place.coordinate.distance(to: here)
      guard meters <= Self.nearbyRadius else { return nil }
      return NearbyEvent(
        event: occurrence.event, title: occurrence.title, start: occurrence.start,
        venue: occurrence.venue, distance: meters)
    }.sorted { ($0.distance, $0.start, $0.event) < ($1.distance, $1.start, $1.event) }
  }
}
