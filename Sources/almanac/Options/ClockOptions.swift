import AlmanacTime
import ArgumentParser
import Foundation

/// The clock of a call: the one place that reads it.
struct ClockOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The clock (RFC 3339). (default: now)", valueName: "time"))
  var now: String?

  func validate() throws {
    if let now, Instant(rfc3339: now) == nil {
      throw ValidationError("--now '\(now)' is no RFC 3339 time such as 2026-03-02T12:00:00Z")
    }
  }

  /// The time that was named.
  var stated: Instant? { now.flatMap { Instant(rfc3339: $0) } }

  /// The time that was named, else the system's.
  var instant: Instant { stated ?? Self.system }

  static var system: Instant {
    Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
  }
}
