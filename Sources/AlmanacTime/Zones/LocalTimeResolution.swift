/// What a wall-clock time means in a zone.
public enum LocalTimeResolution: Hashable, Sendable {
  case unique(Instant)
  /// The zone's clocks skip this time; the offsets, in seconds east, on either side of the shift.
  case gap(before: Int, after: Int)
  /// The zone's clocks show this time twice.
  case ambiguous(earlier: Instant, later: Instant)
}
