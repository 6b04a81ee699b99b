import AlmanacPipeline
import Dispatch
import Synchronization

/// Shows on standard error how far a run is.
final class ProgressDisplay: Sendable {
  enum Kind: Sendable {
    /// One line that is drawn over, as wide as the terminal.
    case live(Terminal)
    /// A line for each ended stage.
    case lines
  }

  private struct Content {
    var state = ProgressState()
    var isOver = false
  }

  /// Milliseconds between two drawings. A run that is over sooner shows no live line at all.
  private static let interval = 100

  private let kind: Kind
  private let clock = SuspendingClock()
  private let begin = SuspendingClock.now
  private let content = Mutex(Content())
  /// Its own queue, because the stages may block all threads of the concurrent pool.
  private let queue = DispatchQueue(label: "almanac.progress")

  init(_ kind: Kind) { self.kind = kind }

  /// Receives the progress of a run.
  var sink: ProgressSink { ProgressSink { [self] in receive($0) } }

  func start() {
    guard case .live = kind else { return }
    StandardErrorScreen.open()
    scheduleDrawing()
  }

  /// Stops drawing; may be called again.
  func end() {
    content.withLock { $0.isOver = true }
    if case .live = kind { StandardErrorScreen.close() }
  }

  private var now: Duration { clock.now - begin }

  private func receive(_ event: ProgressEvent) {
    let line = content.withLock { content -> String? in
      content.state.apply(event, at: now)
      guard case .ended(_, let seconds) = event else { return nil }
      return content.state.endedLine(seconds: seconds)
    }
    if let line { StandardErrorScreen.replace(by: line) }
  }

  private func scheduleDrawing() {
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.interval)) { [weak self] in
      self?.draw()
    }
  }

  private func draw() {
    guard case .live(let terminal) = kind else { return }
    let (state, isOver) = content.withLock { ($0.state, $0.isOver) }
    guard !isOver else { return }
    // One column stays free: many terminals begin a new line once the last one is taken.
    let line = state.line(
      at: now, width: terminal.width - 1, style: terminal.style,
      isStopping: Termination.isRequested)
    StandardErrorScreen.show(line)
    scheduleDrawing()
  }
}
