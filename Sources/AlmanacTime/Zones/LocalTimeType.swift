/// An offset of a zone with its name (RFC 9636 3.2, "local time type").
struct LocalTimeType: Hashable, Sendable {
  /// Seconds east of UTC.
  let offset: Int
  let isDaylight: Bool
  let abbreviation: String
}
