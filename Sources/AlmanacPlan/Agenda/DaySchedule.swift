import AlmanacModel
import AlmanacTime

/// Finds conflicts between the events of a person and places the flexible ones.
struct DaySchedule {
  private let times: TravelTimes
  /// In order of lower bounds.
  private let candidates: [ScheduleCandidate]

  private var person: Person { times.person }
  /// The times of a `DayProblem` are seconds after this instant.
  private var now: Instant { times.planner.now }

  init(times: TravelTimes, attended: [AgendaEntry], own: [ScheduleCandidate]) {
    self.times = times
    let (now, zone) = (times.planner.now, times.person.zone)
    let horizon = zone.startOfDay(zone.civil(at: now).date.adding(days: AgendaPlanner.days))
    let busy = attended.filter { $0.isBusy && $0.end > now && $0.start < horizon }.map { entry in
      ScheduleCandidate(
        entry: entry, lower: entry.start, upper: entry.end,
        duration: entry.end.seconds(since: entry.start))
    }
    candidates = (busy + own.filter { $0.lower < horizon }).sorted { one, other in
      if one.lower != other.lower { return one.lower < other.lower }
      return (one.upper, one.entry.key) < (other.upper, other.entry.key)
    }
  }

  /// Adds own entries, causes, skipped dates, and moved and unplaced events to an agenda.
  func plan(into agenda: inout Agenda) {
    for block in blocks() {
      let first = candidates[block.lowerBound]
      if block.count == 1, !first.entry.isFlexible {
        place(first, at: first.lower, into: &agenda)
      } else {
        plan(Array(candidates[block]), into: &agenda)
      }
    }
    agenda.skipped.sort { ($0.date, $0.event) < ($1.date, $1.event) }
    agenda.moved.sort()
    agenda.unplaced.sort()
  }

  /// Ranges of candidates that can't affect each other by any travel mode.
  private func blocks() -> [Range<Int>] {
    let longest = longestTravel() + person.travel.buffer
    var blocks: [Range<Int>] = []
    var latest: Instant?
    for position in candidates.indices {
      let upper = candidates[position].upper
      if let end = latest, end + longest > candidates[position].lower, let last = blocks.popLast() {
        blocks.append(last.lowerBound..<position + 1)
        latest = max(end, upper)
      } else {
        blocks.append(position..<position + 1)
        latest = upper
      }
    }
    return blocks
  }

  /// An upper bound of the travel between any two candidates, in seconds.
  private func longestTravel() -> Int {
    let places = candidates.compactMap(\.entry.place?.coordinate)
    guard let first = places.first else { return 0 }
    // By the triangle inequality no two places are farther apart than twice that from the first.
    let radius = places.map { first.distance(to: $0) }.max() ?? 0
    let rides = times.usesRides ? candidates.flatMap { times.quotes(for: $0.entry) } : []
    return person.travel.longest(straight: 2 * radius, rides: rides)
  }

  /// Plans candidates that may affect each other.
  private func plan(_ block: [ScheduleCandidate], into agenda: inout Agenda) {
    // The lenient problem allows travel beyond the limits of the modes. If it is infeasible, the events
    // conflict; if only the strict one is, the preferences are not satisfied.
    let lenient = problem(block, isStrict: false)
    var kept = Array(block.indices)
    // Events of conflicts, which stay in the calendar at their times.
    var weaker: [ScheduleCandidate] = []
    var isUndecided = false
    // Removes the weakest event of each conflict until the rest is feasible.
    search: while true {
      switch lenient.restricted(to: kept).feasibility() {
      case .feasible: break search
      case .undecided:
        isUndecided = true
        break search
      case .conflict(let positions):
        let members = positions.map { kept[$0] }
        let keys = members.map { block[$0].entry.key }.sorted()
        guard let weakest = members.max(by: { isStronger(block[$0], block[$1]) }) else {
          break search
        }
        kept.removeAll { $0 == weakest }
        let entry = block[weakest].entry
        if entry.isRepeated {
          agenda.skipped.append(
            Agenda.Skipped(
              event: entry.event, date: person.zone.civil(at: block[weakest].lower).date,
              conflict: keys))
        } else {
          weaker.append(block[weakest])
          for key in keys { agenda.causes[key, default: []].append(.conflict(keys)) }
          keepPlanned(block[weakest], into: &agenda)
        }
      }
    }
    if isUndecided {
      for position in kept {
        agenda.causes[block[position].entry.key, default: []].append(.undecided)
        keepPlanned(block[position], into: &agenda)
      }
      return
    }
    var strict = lenient
    if weaker.isEmpty, person.travel.isLimited {
      strict = problem(block, isStrict: true)
      addPreferences(strict, block, kept, to: &agenda)
    }
    // Without flexible events there is nothing to place.
    guard kept.contains(where: { block[$0].entry.isFlexible }) else {
      for position in kept { place(block[position], at: block[position].lower, into: &agenda) }
      return
    }
    // Flexible events respect the preferences if they can.
    for problem in [strict, lenient] {
      var part = problem.restricted(to: kept)
      // No event is moved in a block with a conflict.
      for (index, position) in kept.enumerated() where !weaker.isEmpty {
        guard let planned = block[position].planned?.seconds(since: now) else { continue }
        part = part.bounding(index, from: planned, to: planned + block[position].duration)
      }
      guard let found = part.adjusted() else { continue }
      let flexible = kept.indices.filter { block[kept[$0]].entry.isFlexible }
      let taken = weaker.compactMap { event -> Range<Instant>? in
        let start = event.entry.isFlexible ? event.planned : event.lower
        return start.map { $0..<$0 + event.duration }
      }
      let starts = starts(avoiding: taken, from: found, of: part, moving: flexible)
      for (position, start) in zip(kept, starts) {
        place(block[position], at: now + start, into: &agenda)
      }
      return
    }
    for position in kept { keepPlanned(block[position], into: &agenda) }
  }

  /// Moves events out of quiet hours and taken times: each to a time after them or, if that is not
  /// feasible, before them. An event that fits in neither stays.
  private func starts(
    avoiding taken: [Range<Instant>], from starts: [Int], of problem: DayProblem,
    moving positions: [Int]
  ) -> [Int] {
    var (starts, problem, movable) = (starts, problem, positions)
    func overlap(_ position: Int) -> Range<Instant>? {
      let start = now + starts[position]
      let end = start + problem.items[position].duration
      return person.quietSpans(from: start, to: end).first
        ?? taken.first { $0.lowerBound < end && start < $0.upperBound }
    }
    // Each round narrows the bounds of an event, or gives up on it.
    while let position = movable.first(where: { overlap($0) != nil }),
      let span = overlap(position)
    {
      let item = problem.items[position]
      let after = problem.bounding(
        position, from: span.upperBound.seconds(since: now), to: item.upper)
      let before = problem.bounding(
        position, from: item.lower, to: span.lowerBound.seconds(since: now))
      if let found = after.adjusted() {
        (starts, problem) = (found, after)
      } else if let found = before.adjusted() {
        (starts, problem) = (found, before)
      } else {
        movable.removeAll { $0 == position }
      }
    }
    return starts
  }

  /// Marks events that only travel beyond the limits of the person's modes connects.
  private func addPreferences(
    _ strict: DayProblem, _ block: [ScheduleCandidate], _ kept: [Int], to agenda: inout Agenda
  ) {
    var kept = kept
    while case .conflict(let positions) = strict.restricted(to: kept).feasibility() {
      let members = positions.map { kept[$0] }
      let keys = members.map { block[$0].entry.key }.sorted()
      for key in keys { agenda.causes[key, default: []].append(.preferences(keys)) }
      guard let weakest = members.max(by: { isStronger(block[$0], block[$1]) }) else { return }
      kept.removeAll { $0 == weakest }
    }
  }

  /// Converts candidates to a problem for the feasibility search.
  private func problem(_ block: [ScheduleCandidate], isStrict: Bool) -> DayProblem {
    let items = block.map { candidate in
      DayProblem.Item(
        id: candidate.entry.key, lower: candidate.lower.seconds(since: now),
        upper: candidate.upper.seconds(since: now), duration: candidate.duration,
        planned: candidate.planned.map { $0.seconds(since: now) },
        isPlaced: candidate.entry.place != nil)
    }
    let destinations = block.map { candidate in
      // The start of a flexible event is unknown; journeys are searched for the earliest one.
      times.destination(candidate.entry).map { destination in
        var destination = destination
        destination.start = candidate.lower
        return destination
      }
    }
    let travel = person.travel
    return DayProblem(items: items, buffer: travel.buffer) { from, to in
      guard let origin = destinations[from]?.coordinate, let destination = destinations[to]
      else { return 0 }
      // Saves searches of the network for events in an impossible order.
      let canFollow =
        items[from].lower + items[from].duration <= items[to].upper - items[to].duration
      let shortest =
        canFollow
        ? times.shortest(from: origin, to: destination, isStrict: isStrict)
        : travel.shortest(
          straight: origin.distance(to: destination.coordinate), isStrict: isStrict,
          rides: destination.rides)
      if let shortest { return shortest }
      // After a long gap the journey starts at home.
      let gap = items[to].lower - items[from].upper
      return gap >= AgendaPlanner.homeGap ? 0 : DayProblem.unreachable
    }
  }

  /// Whether an event of a conflict is kept before another: attended before own, fixed before flexible,
  /// single before repeated, earlier before later.
  private func isStronger(_ one: ScheduleCandidate, _ other: ScheduleCandidate) -> Bool {
    func rank(_ candidate: ScheduleCandidate) -> Int {
      let entry = candidate.entry
      if entry.kind == .attended { return 0 }
      return entry.isRepeated ? 3 : entry.isFlexible ? 2 : 1
    }
    return (rank(one), one.lower, one.entry.key) < (rank(other), other.lower, other.entry.key)
  }

  /// Adds an event without moving it. A flexible event without a planned start gets no time.
  private func keepPlanned(_ candidate: ScheduleCandidate, into agenda: inout Agenda) {
    if !candidate.entry.isFlexible {
      agenda.entries.append(contentsOf: candidate.entry.kind == .own ? [candidate.entry] : [])
    } else if let planned = candidate.planned {
      place(candidate, at: planned, into: &agenda)
    } else {
      agenda.unplaced.append(candidate.entry.key)
    }
  }

  /// Adds an own event, a flexible one at the given start.
  private func place(
    _ candidate: ScheduleCandidate, at start: Instant, into agenda: inout Agenda
  ) {
    let entry = candidate.entry
    guard entry.kind == .own else { return }
    guard entry.isFlexible else {
      agenda.entries.append(entry)
      return
    }
    agenda.entries.append(entry.placed(at: start, seconds: candidate.duration, in: person.zone))
    if let planned = candidate.planned, planned != start { agenda.moved.append(entry.key) }
  }
}
