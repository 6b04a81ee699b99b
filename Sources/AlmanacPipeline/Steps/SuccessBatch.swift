import AlmanacStore
import AlmanacTime

/// Records sources that were fetched in batches, because each transaction waits for the disk.
///
/// After a killed run, sources that answered since the last batch are fetched again.
struct SuccessBatch {
  private static let atOnce = 500
  private static let longestWait = Duration.seconds(1)

  private let workspace: Workspace
  private let now: Instant
  private var waiting: [Workspace.Success] = []
  private var waitingSince = ContinuousClock.now

  /// - Parameter now: The run's time.
  init(_ workspace: Workspace, now: Instant) {
    self.workspace = workspace
    self.now = now
  }

  mutating func add(_ success: Workspace.Success) {
    if waiting.isEmpty { waitingSince = .now }
    waiting.append(success)
  }

  /// Call it after every answer: no success waits for more than a second of answers.
  mutating func writeIfDue() throws {
    if waiting.count >= Self.atOnce || .now - waitingSince >= Self.longestWait { try write() }
  }

  mutating func write() throws {
    guard !waiting.isEmpty else { return }
    try workspace.record(waiting, at: now)
    waiting = []
  }
}
