public import AlmanacTime

/// The half-open range of time around `now` in which series are expanded and events are published.
public struct Window: Hashable, Sendable, Codable {
  public var from: Instant
  public var to: Instant

  public init(from: Instant, to: Instant) {
    self.from = from
    self.to = to
  }

  /// Whether the range from `start` to `end` (exclusive) overlaps the window. An empty range
  /// overlaps it if its instant is inside.
  public func overlaps(start: Instant, end: Instant?) -> Bool {
    guard start < to else { return false }
    guard let end, end > start else { return start >= from }
    return end > from
  }
}
