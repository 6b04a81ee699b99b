import AlmanacModel
import AlmanacTime

/// In which pile of a spool the rows of events and occurrences are, which are written in the order of
/// their starts: piles are stretches of time of the same length.
struct StartPiles: Sendable {
  /// Each needs a slot of memory while it grows.
  private static let most = 512
  /// Behind the piles of starts: events that are written in the order of their ids, so many a pile.
  private static let sequence = 2_048

  private let from: Int64
  /// Seconds of a pile.
  private let length: Int64

  init(_ window: Window) {
    from = window.from.secondsSinceEpoch
    let seconds = max(0, window.to.seconds(since: window.from))
    length = max(86_400, Int64(seconds) / Int64(Self.most) + 1)
  }

  /// What begins before the window is in the first, what begins behind it in the last.
  func pile(_ start: Instant) -> Int32 {
    let number = (start.secondsSinceEpoch - from) / length
    return Int32(min(max(0, number), Int64(Self.most - 1)))
  }

  /// - Parameter number: How many events of several dates, or of days, go before it.
  static func pile(spread number: Int) -> Int32 { Int32(most + number / sequence) }
}
