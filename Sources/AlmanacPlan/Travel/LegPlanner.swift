import AlmanacModel
import AlmanacTime

/// Plans the legs between the entries of an agenda, and from and to home.
struct LegPlanner {
  let times: TravelTimes

  private var person: Person { times.person }
  private var booking: RideBooking { times.booking }
  private var now: Instant { times.planner.now }

  /// Adds the legs and the states of rides. Entries must be in order of their starts.
  func addLegs(to agenda: inout Agenda) {
    let horizon = now + AgendaPlanner.days * 86_400
    // An entry of a conflict may not be attended, so no leg leads to it.
    let conflicting = Set(
      agenda.causes.filter { $0.value.contains { if case .conflict = $0 { true } else { false } } }
        .keys)
    var last: AgendaEntry?
    // Entries without a place since `last`.
    var between: [AgendaEntry] = []
    for entry in agenda.entries
    where entry.isBusy && !entry.isCancelled && entry.end > now && entry.start < horizon {
      addRides(to: entry, &agenda)
      guard !conflicting.contains(entry.key) else { continue }
      guard let place = entry.place else {
        between.append(entry)
        continue
      }
      // After a long gap the journey starts at home.
      let continuesOuting =
        last.map { entry.start.seconds(since: $0.end) < AgendaPlanner.homeGap } ?? false
      if let last, let from = last.place, continuesOuting {
        let gaps = gaps(from: last, between, to: entry)
        add(leg(to: entry, from: from, place, gaps: gaps), of: entry, &agenda)
      } else {
        addReturn(after: last, &agenda)
        let date = person.zone.civil(at: entry.start).date
        if let origin = person.origin(on: date) {
          add(leg(to: entry, from: origin, place, gaps: []), of: entry, &agenda)
        }
      }
      last = entry
      between = []
    }
    addReturn(after: last, &agenda)
    addUnknownRides(&agenda)
    agenda.legs.sort {
      $0.arrival == $1.arrival ? ($0.entry ?? "") < ($1.entry ?? "") : $0.arrival < $1.arrival
    }
    for (position, leg) in agenda.legs.enumerated() {
      if let entry = leg.entry { agenda.legPositions[entry] = position }
    }
  }

  /// Adds the leg home after the last entry of an outing.
  private func addReturn(after last: AgendaEntry?, _ agenda: inout Agenda) {
    guard let last, let from = last.place,
      let origin = person.origin(on: person.zone.civil(at: last.start).date)
    else { return }
    let straight = from.coordinate.distance(to: origin.coordinate)
    guard straight > TravelPreferences.samePlace else { return }
    let query = TransitQuery(
      from: from.coordinate, to: origin.coordinate, time: last.end, isArrival: false)
    let options = person.travel.options(
      straight: straight, gap: nil, rides: [], transit: times.transit(query))
    guard let best = options.first else { return }
    agenda.legs.append(
      TravelLeg(
        entry: nil, from: from, to: origin, earliest: last.end,
        arrival: last.end + best.duration, options: options))
  }

  /// Adds a leg. If it has no options, its entry gets the cause `preferences` instead.
  private func add(_ leg: TravelLeg?, of entry: AgendaEntry, _ agenda: inout Agenda) {
    guard let leg else { return }
    if leg.options.isEmpty {
      let cause = PlanCause.preferences([entry.key])
      let isKnown = (agenda.causes[entry.key] ?? []).contains {
        if case .preferences = $0 { true } else { false }
      }
      if !isKnown { agenda.causes[entry.key, default: []].append(cause) }
      return
    }
    agenda.legs.append(leg)
  }

  /// The gaps in which the travel can be: before, between and after the entries without a place.
  private func gaps(
    from last: AgendaEntry, _ between: [AgendaEntry], to entry: AgendaEntry
  ) -> [(start: Instant, end: Instant)] {
    let starts = [last.end] + between.map(\.end)
    let ends = between.map(\.start) + [entry.start]
    return zip(starts, ends).map { ($0, $1 - person.travel.buffer) }
  }

  /// The leg to an entry, in the last gap that is long enough, else in the longest.
  ///
  /// - Parameter gaps: In order of time; empty at the start of an outing.
  /// - Returns: nil if both places are the same.
  private func leg(
    to entry: AgendaEntry, from: PlanPlace, _ place: PlanPlace,
    gaps: [(start: Instant, end: Instant)]
  ) -> TravelLeg? {
    let straight = from.coordinate.distance(to: place.coordinate)
    guard straight > TravelPreferences.samePlace, let destination = times.destination(entry)
    else {
      return nil
    }
    let arrival = entry.start - person.travel.buffer
    func length(_ gap: (start: Instant, end: Instant)) -> Int { gap.end.seconds(since: gap.start) }
    var gap = gaps.last
    if gaps.count > 1 {
      let shortest = times.shortest(from: from.coordinate, to: destination, isStrict: true) ?? 0
      gap = gaps.last { length($0) >= shortest } ?? gaps.max { length($0) < length($1) }
    }
    let end = gap?.end ?? arrival
    let options = person.travel.options(
      straight: straight, gap: gap.map(length), rides: destination.rides,
      transit: times.transit(from: from.coordinate, to: destination, arrival: end))
    return TravelLeg(
      entry: entry.key, from: from, to: place, earliest: gap?.start, arrival: end,
      options: options)
  }

  private func addRides(to entry: AgendaEntry, _ agenda: inout Agenda) {
    guard times.usesRides else { return }
    agenda.rides[entry.key] = state(of: booking.id(of: entry), start: entry.start)
  }

  /// Adds refusals for the person's quotes to events that the agenda does not have.
  private func addUnknownRides(_ agenda: inout Agenda) {
    guard !person.rides.isEmpty else { return }
    let known = Set(agenda.entries.flatMap { [$0.key, $0.event] })
    for event in Set(person.rides.map(\.event)).subtracting(known) {
      agenda.rides[event] = state(of: event, start: nil)
    }
  }

  private func state(of event: String, start: Instant?) -> RideState {
    var state = RideState(
      from: start.map { $0 - RideBooking.lead }, to: start, quotes: [], refusal: nil)
    do throws(BookingRefusal) {
      state.quotes = try booking.quotes(for: event, start: start, now: now)
    } catch {
      state.refusal = error
    }
    return state
  }
}
