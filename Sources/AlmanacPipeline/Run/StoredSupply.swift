import AlmanacModel
import AlmanacPublish
import AlmanacStore

/// Reads events for publishing in chunks: publishing needs the most memory of a run.
struct StoredSupply: Sendable {
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
    EventSupply(count: ids.count, read: { try events(at: $0) })
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
