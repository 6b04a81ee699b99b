import AlmanacTime
import Foundation

@testable import AlmanacIngest
@testable import AlmanacModel

/// The log of a test and its state.
struct SubmissionLog {
  static let secret = "a secret of the tests, long enough"
  static let start = Instant(secondsSinceEpoch: 1_772_000_000)

  var key = SubmissionKey(secret: secret, source: "board")
  var rules = SubmissionRules(
    key: .environment("KEY"), reports: 3,
    reasons: ["spam", "offensive", "wrong", "duplicate", "other"])
  var lines: [String] = []
  var now = start + 1_000_000

  func token(_ person: String, _ role: SubmissionKey.Role = .person, days: Int = 30) -> String {
    key.token(for: person, role: role, until: Self.start + days * 86_400)
  }

  /// A line `seconds` after the start of the log.
  func line(
    _ op: String, _ id: String, by token: String, at seconds: Int, _ members: [String: Any] = [:]
  ) -> String {
    var object: [String: Any] = [
      "op": op, "id": id, "token": token, "at": (Self.start + seconds).rfc3339,
    ]
    object.merge(members) { $1 }
    let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  mutating func add(
    _ op: String, _ id: String, by person: String, at seconds: Int,
    _ members: [String: Any] = [:]
  ) {
    lines.append(line(op, id, by: token(person), at: seconds, members))
  }

  mutating func decide(_ op: String, _ id: String, at seconds: Int, hash: String) {
    lines.append(line(op, id, by: token("dean", .staff), at: seconds, ["hash": hash]))
  }

  static func event(_ title: String, type: String? = nil) -> [String: Any] {
    var event = ["title": title, "start": "2026-04-01T19:00", "venue": "Great Hall"]
    event["type"] = type
    return event
  }

  var source: Source {
    var source = Source(id: "board", campus: "hill", kind: .submissions, location: .file("log"))
    source.submissions = rules
    return source
  }

  var zone: Zone { ZoneDatabase.system.zone(named: "Asia/Singapore") ?? .utc }

  func sealed(_ bytes: [UInt8]) -> [UInt8] {
    SubmissionSealer(key: key, rules: rules, zone: zone).sealed([(nil, bytes)])
  }

  func read(_ bytes: [UInt8]) -> SubmissionState? {
    SubmissionReader(source: source, zone: zone, zones: .system)?
      .read(sealed(bytes), now: now)
  }

  func state() -> SubmissionState? {
    read(Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  func event(_ id: String) -> SubmittedEvent? { state()?.events.first { $0.id == id } }

  /// The titles of published events, by id.
  var published: [String: String] {
    Dictionary(
      (state()?.listings ?? []).map { ($0.key, $0.title) }, uniquingKeysWith: { first, _ in first })
  }
}
