import AlmanacStore
import AlmanacTime

/// Records sources whose document is unchanged in batches.
///
/// Other sources have a transaction each, because each has rows to lose. Here only the time of the last
/// request is at stake: after a killed run, sources that answered since the last batch are fetched again.
struct NotModifiedBatch {
  private static let atOnce = 500
  private static let longestWait = Duration.seconds(1)

  private let workspace: Workspace
  private let now: Instant
  private var waiting: [Workspace.Confirmation] = []
  private var waitingSince = ContinuousClock.now

  /// - Parameter now: The run's time.
  init(_ workspace: Workspace, now: Instant) {
    self.workspace = workspace
    self.now = now
  }

  mutating func add(_ confirmation: Workspace.Confirmation) throws {
    if waiting.isEmpty { waitingSince = .now }
    waiting.append(confirmation)
    try writeIfDue()
  }

  /// Call it after every answer: no confirmation waits for more than a second of answers.
  mutating func writeIfDue() throws {
    if waiting.count >= Self.atOnce || .now - waitingSince >= Self.longestWait { try write() }
  }

  mutating func write() throws {
    guard !waiting.isEmpty else { return }
    try workspace.recordUnchanged(waiting, at: now)
    waiting = []
  }
}
