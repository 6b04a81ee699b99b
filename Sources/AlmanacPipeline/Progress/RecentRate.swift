/// How fast work has gone lately, which tells more of what is left than the mean since the start:
/// what was in a cache goes first and fast.
struct RecentRate: Sendable {
  private static let reach = Duration.seconds(15)
  private static let spacing = Duration.milliseconds(500)
  private static let mostSamples = 60

  private var samples: [(at: Duration, done: Int)]
  private var done = 0

  init(since start: Duration) { samples = [(start, 0)] }

  mutating func note(_ done: Int, at now: Duration) {
    self.done = done
    guard let last = samples.last, now - last.at >= Self.spacing else { return }
    samples.append((now, done))
    if samples.count > Self.mostSamples { samples.removeFirst() }
  }

  /// Things a second; nil until something is known. While nothing is done it falls.
  func perSecond(at now: Duration) -> Double? {
    // What was done before the reach but is the last that moved still counts: slow is not stopped.
    let base =
      samples.last { $0.at <= now - Self.reach && $0.done < done } ?? samples.first
    guard let base, base.done < done else { return nil }
    let seconds = (now - base.at) / .seconds(1)
    return seconds >= 0.5 ? Double(done - base.done) / seconds : nil
  }
}
