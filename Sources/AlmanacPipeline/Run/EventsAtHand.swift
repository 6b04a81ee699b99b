import AlmanacModel
import AlmanacPublish
import AlmanacStore
import Synchronization

/// The events of a run's campuses between two stages, so that none reads from the workspace what the one
/// before has just written there. Holds nothing that the workspace does not, and no more than memory has
/// room for beside a stage at work.
final class EventsAtHand: Sendable {
  /// Of all campuses together.
  private static let most = 100_000
  /// Events that are read together.
  private static let stretch = 1_024

  private let workspace: Workspace
  private let workers: Int
  private let held = Mutex<[String: [Event]]>([:])

  /// - Parameter workers: How many stretches are read at once.
  init(_ workspace: Workspace, workers: Int = 1) {
    self.workspace = workspace
    self.workers = workers
  }

  /// A campus's events in the order of their ids; the caller gives them back when later stages may
  /// want them.
  func take(campus: String) async throws -> [Event] {
    if let atHand = held.withLock({ $0.removeValue(forKey: campus) }) { return atHand }
    let ids = try workspace.eventIDs(campus: campus)
    let stretches = stride(from: 0, to: ids.count, by: Self.stretch).map {
      ids[$0..<min($0 + Self.stretch, ids.count)]
    }
    var events: [Event] = []
    events.reserveCapacity(ids.count)
    try await OrderedWorkers.run(stretches, width: workers) { [workspace] ids in
      guard let first = ids.first, let last = ids.last else { return [Event]() }
      return try workspace.events(campus: campus, from: first, through: last)
    } receive: {
      events += $0
    }
    return events
  }

  /// The same, of those of these events that there are; nil: all.
  func take(campus: String, only ids: Set<String>?) async throws -> [Event] {
    guard let ids else { return try await take(campus: campus) }
    return try workspace.events(campus: campus, ids: ids)
  }

  /// - Parameter events: in the order of their ids, as the workspace has them, but for what the stages to
  ///   come say anew.
  func give(_ events: [Event], campus: String) {
    held.withLock { held in
      held[campus] = nil
      let others = held.values.reduce(0) { $0 + $1.count }
      if others + events.count <= Self.most { held[campus] = events }
    }
  }

  /// Lets go of a campus's events: the workspace has others now.
  func forget(campus: String) { held.withLock { $0[campus] = nil } }

  /// The events of these campuses for publishing, which reads them from the workspace a stretch at a time:
  /// an edition is made of more than events, and all of it at once is what a run needs most memory for.
  func supply(of campuses: [String]) throws -> EventSupply {
    held.withLock { $0 = [:] }
    return try StoredSupply(workspace, campuses: campuses).supply
  }
}

/// Reads events from the workspace a stretch at a time.
private struct StoredSupply: Sendable {
  private let workspace: Workspace
  /// Of all campuses, in the order of their bytes.
  private let ids: [(id: String, campus: String)]

  init(_ workspace: Workspace, campuses: [String]) throws {
    self.workspace = workspace
    var ids: [(id: String, campus: String)] = []
    for campus in campuses { ids += try workspace.eventIDs(campus: campus).map { ($0, campus) } }
    if campuses.count > 1 { ids.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) } }
    self.ids = ids
  }

  var supply: EventSupply {
    EventSupply(count: ids.count) { try events(at: $0) }
  }

  private func events(at positions: Range<Int>) throws -> [Event] {
    let wanted = ids[positions]
    var events: [Event] = []
    for (campus, part) in Dictionary(grouping: wanted, by: \.campus) {
      guard let first = part.first?.id, let last = part.last?.id else { continue }
      events += try workspace.events(campus: campus, from: first, through: last)
    }
    if Set(events.lazy.map(\.campus)).count > 1 {
      events.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }
    return events
  }
}
