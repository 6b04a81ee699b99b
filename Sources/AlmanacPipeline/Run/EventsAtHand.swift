import AlmanacModel
import AlmanacStore
import Synchronization

/// The events of a run's campuses between two stages, so that none reads from the workspace what the one
/// before has just written there. Holds nothing that the workspace does not.
final class EventsAtHand: Sendable {
  private let workspace: Workspace
  private let held = Mutex<[String: [Event]]>([:])

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// A campus's events in the order of their ids; the caller gives them back when later stages may
  /// want them.
  func take(campus: String) throws -> [Event] {
    let atHand = held.withLock { $0.removeValue(forKey: campus) }
    return try atHand ?? workspace.events(campus: campus)
  }

  /// - Parameter events: in the order of their ids, as the workspace has them, but for what the stages to
  ///   come say anew.
  func give(_ events: [Event], campus: String) {
    held.withLock { $0[campus] = events }
  }
}
