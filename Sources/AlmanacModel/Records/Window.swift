public import AlmanacTime

/// The stretch of time around `now` that is expanded and published; half-open, UTC.
public struct Window: Hashable, Sendable, Codable {
  public var from: Instant
  public var to: Instant

  public init(from: Instant, to: Instant) {
    self.from = from
    self.to = to
  }

  /// Whether something that lasts from `start` to `end` (exclusive) touches the window; what has
  /// no length touches it where its instant lies inside.
  public func overlaps(start: Instant, end: Instant?) -> Bool {
    guard start < to else { return false }
    guard let end, end > start else { return start >= from }
    return end > from
  }
}
