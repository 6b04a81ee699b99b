/// Listings of several whole days beside listings of single days: an exhibition that one source lists
/// as a run, and another one day by day.
struct DayRuns: Sendable {
  /// By item its days; nil for all but runs.
  private let days: [Range<Int>?]
  private let isSeries: [Bool]

  init(_ items: [RecordClusters.Item]) {
    days = items.map(\.days)
    isSeries = items.map(\.isSeries)
  }

  private struct Key: Hashable {
    let run: Int32
    let source: Int32
  }

  /// Removes links between a run and single days of a source that lists fewer than half of the days. A
  /// single day that is the first one may match the run.
  func permitted(
    _ links: [OccurrenceClusterer.Link], _ candidates: [LinkageRecord]
  ) -> [OccurrenceClusterer.Link] {
    guard days.contains(where: { $0 != nil }) else { return links }
    var found: [Key: Set<Int>] = [:]
    for link in links {
      guard let (key, day) = pair(link, candidates) else { continue }
      found[key, default: []].insert(day)
    }
    return links.filter { link in
      guard let (key, day) = pair(link, candidates), let run = days[Int(key.run)] else {
        return true
      }
      let count = found[key]?.count ?? 0
      return isCovered(run, by: count) || (count == 1 && day == run.lowerBound)
    }
  }

  /// A link of a run with a single day.
  private func pair(
    _ link: OccurrenceClusterer.Link, _ candidates: [LinkageRecord]
  ) -> (key: Key, day: Int)? {
    var (run, single) = (candidates[Int(link.first)], candidates[Int(link.second)])
    if days[Int(run.item)] == nil { swap(&run, &single) }
    guard days[Int(run.item)] != nil, days[Int(single.item)] == nil, !isSeries[Int(single.item)]
    else { return nil }
    return (Key(run: run.item, source: single.source), Int(run.moment.day))
  }

  private func isCovered(_ run: Range<Int>, by count: Int) -> Bool {
    count >= 2 && count * 2 >= run.count
  }

  /// The occurrences of an event with the days of a run as one, unless listings of single days have
  /// more details.
  func joined(
    _ occurrences: [[RecordClusters.Member]]
  ) -> [[RecordClusters.Member]] {
    var runs: [Int: RecordClusters.Member] = [:]
    for record in occurrences.joined() where days[record.item] != nil {
      if let known = runs[record.item], known.candidate <= record.candidate { continue }
      runs[record.item] = record
    }
    guard !runs.isEmpty else { return occurrences }
    let once = runs.values.sorted { $0.candidate < $1.candidate }
    let singles = occurrences.map { $0.filter { days[$0.item] == nil } }.filter { !$0.isEmpty }
    guard singles.count > 1 else { return [(singles.first ?? []) + once] }
    let longest = once.compactMap { days[$0.item] }.max { $0.count < $1.count } ?? 0..<0
    return isCovered(longest, by: singles.count) ? singles : singles + [once]
  }
}
