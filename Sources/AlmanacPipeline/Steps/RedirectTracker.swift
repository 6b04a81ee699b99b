import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime

/// Tracks permanent redirects of sources (RFC 9110 sections 15.4.2 and 15.4.9).
struct RedirectTracker {
  let workspace: Workspace
  let states: SourceStates
  let now: Instant

  /// The address to request instead of the source's own; nil: its own.
  func target(of source: Source) -> String? { states.move(of: source)?.learnedTarget }

  /// Records an answer. Returns a finding once the move is certain.
  func note(_ retrieval: Retrieval, of source: Source) throws -> Finding? {
    guard let url = source.url else { return nil }
    let known = states.move(of: source)
    let first = retrieval.movedTo.map {
      SourceMove(of: source.id, address: url, target: $0, since: now)
    }
    guard let move = known?.after(retrieval.movedTo, at: now) ?? first else {
      if known != nil { try workspace.forgetMove(of: source.id) }
      return nil
    }
    if move != known { try workspace.save(move) }
    guard move.isLearned else { return nil }
    return Finding(
      "I_MOVED", source: source.id,
      message:
        "it redirects permanently to \(move.target) since \(move.since.rfc3339), which is requested "
        + "now; correct 'url' in feed.yaml")
  }

  /// Forgets the redirect: the operator's own URL is requested again.
  func forget(_ source: Source) throws {
    if states.hasMoved(source) { try workspace.forgetMove(of: source.id) }
  }
}
