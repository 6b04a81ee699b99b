import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

private let recurrenceCases = "corpora/conformance/rrule/cases.jsonl"

/// Rules with expected dates from the test suites of five other engines.
@Suite(.enabled(if: SharedFiles.exists(recurrenceCases), "\(SharedFiles.absent)"))
struct ConformanceTests {
  private struct Case: Decodable {
    let id: String
    let `class`: String
    let dtstart: String
    let tzid: String?
    let rrule: String
    let expected: [String]
    let expectedUTC: [String]?
    let complete: Bool

    enum CodingKeys: String, CodingKey {
      case id, `class`, dtstart, tzid, rrule, expected, complete
      case expectedUTC = "expected_utc"
    }
  }

  /// The share of right results that each class must reach; 0 for classes that must be refused.
  private static let thresholds = [
    "rfc5545": 1.0, "rfc5545-unsynchronised-dtstart": 1.0, "extension": 1.0, "rfc7529": 0.0,
  ]

  @Test("Each class of cases reaches its share of expected results")
  func cases() throws {
    var faults: [String: [String]] = [:]
    var total: [String: Int] = [:]
    for line in try Data(contentsOf: SharedFiles.url(recurrenceCases)).split(
      separator: 0x0A)
    {
      let expectation = try JSONDecoder().decode(Case.self, from: Data(line))
      total[expectation.class, default: 0] += 1
      if let fault = fault(in: expectation) {
        faults[expectation.class, default: []].append("\(expectation.id): \(fault)")
      }
    }
    for (name, count) in total {
      let faults = faults[name, default: []]
      let share = 1 - Double(faults.count) / Double(count)
      #expect(share >= Self.thresholds[name] ?? 1, "\(name): \(faults.joined(separator: "\n"))")
    }
    #expect(total["rfc5545", default: 0] > 100)
  }

  /// The difference from the expected result; nil for none.
  private func fault(in expectation: Case) -> String? {
    guard let start = time(expectation.dtstart, expectation.tzid) else { return "no start" }
    let rule: RecurrenceRule
    do {
      rule = try RecurrenceRule(parsing: expectation.rrule)
    } catch {
      return error.description
    }
    let expansion = RecurrenceSet(start: start, rules: [rule]).occurrences(
      from: Instant(secondsSinceEpoch: .min), to: Instant(secondsSinceEpoch: .max), zone: .utc,
      zones: .system, limit: expectation.expected.count)
    let found = expansion.starts.map(text)
    guard found == expectation.expected else { return "\(found.prefix(20))" }
    if let utc = expectation.expectedUTC, expansion.starts.map(utcText) != utc { return "offsets" }
    return expectation.complete && expansion.end != .complete ? "\(expansion.end)" : nil
  }

  private func time(_ text: String, _ zone: String?) -> CalendarTime? {
    let separated = text.replacing(/^(\d{4})(\d\d)(\d\d)(T(\d\d)(\d\d)(\d\d))?/) { match in
      let (year, month, day) = (match.1, match.2, match.3)
      guard let hour = match.5, let minute = match.6, let second = match.7 else {
        return "\(year)-\(month)-\(day)"
      }
      return "\(year)-\(month)-\(day)T\(hour):\(minute):\(second)"
    }
    guard let time = CalendarTime(separated), let zone else { return CalendarTime(separated) }
    return ZoneDatabase.system.zone(named: zone).map { time.anchored(in: $0) }
  }

  private func text(_ time: CalendarTime) -> String {
    let isUTC = time.publicText.hasSuffix("Z")
    let text = time.isDay ? time.publicText : time.civil.description + (isUTC ? "Z" : "")
    return text.filter { $0 != "-" && $0 != ":" }
  }

  private func utcText(_ time: CalendarTime) -> String {
    time.instant(in: .utc).rfc3339.filter { $0 != "-" && $0 != ":" }
  }
}
