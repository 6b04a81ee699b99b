import AlmanacModel
import AlmanacStore
import AlmanacTime

/// The states of sources in the workspace as `fetch` begins. The answer of one source changes nothing of
/// another.
struct SourceStates: Sendable {
  private let states: [String: SourceState]
  private let captures: [String: Capture]
  private let moves: [String: SourceMove]
  private let hostHolds: [String: Instant]

  init(_ workspace: Workspace) throws {
    states = try workspace.states()
    captures = try workspace.currentCaptures()
    moves = try workspace.moves()
    hostHolds = try workspace.hostHolds()
  }

  func state(of source: Source) -> SourceState {
    states[source.id] ?? SourceState(source: source.id)
  }

  /// The last good one of a source that is one document.
  func capture(of source: Source) -> Capture? { captures[source.id] }

  /// The permanent redirect of the source's present URL.
  func move(of source: Source) -> SourceMove? {
    moves[source.id].flatMap { $0.address == source.url ? $0 : nil }
  }

  /// When `Retry-After` of a host ends.
  func holdEnd(of host: String) -> Instant? { hostHolds[host] }

  /// Whether a redirect is stored, also one of a former URL.
  func hasMoved(_ source: Source) -> Bool { moves[source.id] != nil }
}
