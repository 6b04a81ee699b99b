import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime

/// Learns where the URLs of sources lead for good (RFC 9110 sections 15.4.2 and 15.4.9).
struct MoveWatch {
  let workspace: Workspace
  let memory: SourceMemory
  let now: Instant

  /// The address to ask in the place of the source's own; nil: its own.
  func target(of source: Source) -> String? { memory.move(of: source)?.learnedTarget }

  /// Takes in an answer; the finding tells the operator, once the move is certain.
  func note(_ retrieval: Retrieval, of source: Source) throws -> Finding? {
    guard let url = source.url else { return nil }
    let known = memory.move(of: source)
    let first = retrieval.movedTo.map { SourceMove(address: url, target: $0, since: now) }
    guard let move = known?.after(retrieval.movedTo, at: now) ?? first else {
      if known != nil { try workspace.forgetMove(of: source.id) }
      return nil
    }
    if move != known { try workspace.save(move, of: source.id) }
    guard move.isLearned else { return nil }
    return Finding(
      "I_MOVED", source: source.id,
      message: "its server says since \(move.since.rfc3339) that it moved for good to "
        + "\(move.target), which is asked now; correct 'url' in feed.yaml")
  }

  /// Whatever a URL led to: the operator's own is asked again.
  func forget(_ source: Source) throws {
    if memory.hasMoved(source) { try workspace.forgetMove(of: source.id) }
  }
}
