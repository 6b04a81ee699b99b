/// The progress of a run as lines of a log: one for each per cent that was reached, but not more
/// than one a second, and one for each stage that ended; no escape sequences.
public struct ProgressLog: Sendable {
  private static let spacing = Duration.seconds(1)

  private var percent = 0
  private var last = Duration.zero

  public init() {}

  /// The line that this event is worth; `state` is the one after it.
  public mutating func line(
    after event: ProgressEvent, _ state: ProgressState, at now: Duration
  ) -> String? {
    let line = ProgressLine(state, at: now)
    switch event {
    case .began, .expects:
      percent = 0
      last = now
      return nil
    case .ended(_, let seconds):
      return line.endedText(seconds: seconds)
    case .took:
      return nil
    case .finished, .advanced:
      guard let reached = state.percent, reached != percent, now - last >= Self.spacing else {
        return nil
      }
      percent = reached
      last = now
      return line.plainText(percent: reached)
    }
  }
}
