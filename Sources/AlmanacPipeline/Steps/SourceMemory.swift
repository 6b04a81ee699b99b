import AlmanacModel
import AlmanacStore
import AlmanacTime

/// What the workspace knows of the sources as fetch begins; what one of them answers changes nothing of
/// another.
struct SourceMemory: Sendable {
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

  /// Where the URL of the source, as it is now, leads for good.
  func move(of source: Source) -> SourceMove? {
    moves[source.id].flatMap { $0.address == source.url ? $0 : nil }
  }

  /// When a host that asked not to be asked may be asked again.
  func holdEnd(of host: String) -> Instant? { hostHolds[host] }

  /// Whether there is anything to forget, be it of a former URL.
  func hasMoved(_ source: Source) -> Bool { moves[source.id] != nil }
}
