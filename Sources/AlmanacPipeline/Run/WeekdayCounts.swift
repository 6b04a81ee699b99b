import AlmanacModel
import AlmanacRecords
import AlmanacStore
import AlmanacTime

/// How many listings each source had on the days of the last weeks.
///
/// Many calendars have a rhythm of weeks, so a day is compared with the same weekday.
struct WeekdayCounts {
  static let code: FindingCode = "W_FEWER_LISTINGS"

  private static let setting = "listed"
  private static let weeks = 5
  /// Weeks that are needed to compare with.
  private static let fewest = 3
  /// Sources with fewer listings vary too much.
  private static let smallest = 10

  /// Counts by source and by day since 1970.
  private var counts: [String: [Int: Int]]

  init(_ counts: [String: [Int: Int]] = [:]) { self.counts = counts }

  /// Adds the counts of a run to those of the workspace, and returns the sources that list less than half
  /// of what they usually list on this weekday.
  static func update(_ listed: [String: Int], on day: Int, in workspace: Workspace) throws
    -> [Finding]
  {
    let known = try workspace.setting(setting)
    var counts = WeekdayCounts(
      try known.map { try RecordCoding.record([String: [Int: Int]].self, from: $0) } ?? [:])
    let findings = listed.sorted { $0.key < $1.key }.compactMap { source, count in
      counts.finding(source, count, on: day)
    }
    // Forget sources that are gone, and days that are too old to compare with.
    counts.counts = counts.counts.filter { listed[$0.key] != nil }
    for (source, count) in listed {
      var days = counts.counts[source, default: [:]].filter { $0.key >= day - 7 * weeks }
      days[day] = count
      counts.counts[source] = days
    }
    let text = try RecordCoding.text(of: counts.counts)
    if text != known { try workspace.set(setting, to: text) }
    return findings
  }

  /// The warning about an unusual count of a source; nil if it is usual.
  func finding(_ source: String, _ count: Int, on day: Int) -> Finding? {
    let before = (1...Self.weeks).compactMap { counts[source]?[day - 7 * $0] }.sorted()
    guard before.count >= Self.fewest else { return nil }
    let usual = before[before.count / 2]
    guard usual >= Self.smallest, count * 2 < usual else { return nil }
    return Finding(
      Self.code, severity: .warning, source: source,
      message: "it lists \(count), on this weekday usually \(usual); look whether its feed is whole"
    )
  }
}
