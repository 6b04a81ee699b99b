import AlmanacModel
import AlmanacPlan
import AlmanacStore
import AlmanacTime
import AlmanacTransit
import Synchronization

/// Inputs of plans beside the edition: quotes of rides, and networks of public transport.
struct PlanSources {
  private(set) var rides: [RideQuote] = []
  /// nil if no network was read.
  private(set) var network: AgendaPlanner.Network?

  /// - Parameter workspace: The last good documents of the sources; nil: there are none.
  init(_ settings: Settings, workspace: Workspace?) throws {
    guard let workspace else { return }
    for source in settings.sources where source.kind == .rides {
      guard let body = try workspace.parsedBody(of: source.id) else { continue }
      rides += RideQuotes.read(body, file: source.id).quotes
    }
    let planners = try settings.campuses.map(\.campus).compactMap { campus in
      let networks = try TransitDocument.networks(
        of: settings.sources(.transit, of: campus), campus, workspace,
        limit: settings.fetching.maxBytes)
      return networks.isEmpty ? nil : TravelPlanner(TransitNetwork(joining: networks))
    }
    guard !planners.isEmpty else { return }
    let journeys = StoredJourneys(planners)
    network = { journeys.journey($0) }
  }
}

/// Journeys in the networks of all campuses. Caches answers: many persons need the journeys between the
/// same few places.
private final class StoredJourneys: Sendable {
  private struct State {
    var planners: [TravelPlanner]
    var known: [TransitQuery: TransitJourney?] = [:]
  }

  private let state: Mutex<State>

  init(_ planners: sending [TravelPlanner]) { state = Mutex(State(planners: planners)) }

  /// Of several networks, the shortest journey.
  func journey(_ query: TransitQuery) -> TransitJourney? {
    state.withLock { state in
      if let known = state.known[query] { return known }
      var best: TransitJourney?
      for number in state.planners.indices {
        guard let found = Self.journey(query, &state.planners[number]) else { continue }
        if best.map({ found.duration < $0.duration }) ?? true { best = found }
      }
      state.known[query] = .some(best)
      return best
    }
  }

  private static func journey(
    _ query: TransitQuery, _ planner: inout TravelPlanner
  ) -> TransitJourney? {
    let answer = planner.route(
      from: planner.access(near: query.from), to: planner.access(near: query.to),
      time: query.time, isArrival: query.isArrival)
    guard let journey = answer.fastest else { return nil }
    let wait: Int
    if let departure = journey.departure, let arrival = journey.arrival {
      // From door to door, and the time until the start or before the first departure.
      wait =
        query.isArrival ? query.time.seconds(since: arrival) : departure.seconds(since: query.time)
    } else {
      // Of a service by headway the wait is at most that.
      wait = 60 * journey.legs.compactMap(\.headway?.upperBound).reduce(0, +)
    }
    let rides = journey.legs.map { leg in
      let names = planner.names(of: leg)
      return "\(names.route) \(names.from) to \(names.to)"
    }
    return TransitJourney(
      duration: 60 * journey.minutes + max(0, wait), note: rides.joined(separator: ", then "))
  }
}
