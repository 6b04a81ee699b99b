import AlmanacStore
import AlmanacTime

/// Sources that gave what they gave before, written together.
///
/// Elsewhere each source is a transaction of its own, because each has rows to lose. Here there is
/// nothing but when it was asked last: a run that is killed asks again those that answered after the
/// last writing.
struct UnchangedSources {
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

  /// To be called with every answer, whatever it says: none waits for more than a second of answers.
  mutating func writeIfDue() throws {
    if waiting.count >= Self.atOnce || .now - waitingSince >= Self.longestWait { try write() }
  }

  mutating func write() throws {
    guard !waiting.isEmpty else { return }
    try workspace.recordUnchanged(waiting, at: now)
    waiting = []
  }
}
