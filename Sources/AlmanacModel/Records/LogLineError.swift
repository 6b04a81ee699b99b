public import AlmanacTime

/// The reason why a line of a log is unusable.
public struct LogLineError: Error, Hashable, Sendable, CustomStringConvertible {
  public var member: String
  public var expected: String

  public init(member: String, expected: String) {
    self.member = member
    self.expected = expected
  }

  public var description: String { "'\(member)' must be \(expected)" }

  /// Reads the member `at` of a line: an RFC 3339 time.
  public static func time(in json: JSONValue) throws(LogLineError) -> Instant {
    guard let time = json["at"]?.string.flatMap({ Instant(rfc3339: $0) }) else {
      throw LogLineError(member: "at", expected: "a time such as 2026-03-02T12:00:00Z")
    }
    return time
  }
}
