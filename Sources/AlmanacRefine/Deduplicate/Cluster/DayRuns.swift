/// Listings of several whole days beside listings of single days: an exhibition that one source lists
/// as a run, and another one day by day.
struct DayRuns: Sendable {
  let items: [RecordClusters.Item]

  private struct Key: Hashable {
    let run: Int32
    let source: Int32
  }

  /// Removes links between a run and single days of a source that lists fewer than half of the days. A
  /// single day that is the first one may match the run, but not hours of it with a title of their own, such
  /// as the opening of an exhibition.
  func permitted(
    _ links: [OccurrenceClusterer.Link], _ comparer: PairComparer
  ) -> [OccurrenceClusterer.Link] {
    guard items.contains(where: { $0.days != nil }) else { return links }
    let candidates = comparer.table.candidates
    var found: [Key: Set<Int>] = [:]
    for link in links {
      guard let (key, day) = pair(link, candidates) else { continue }
      found[key, default: []].insert(day)
    }
    return links.filter { link in
      guard let (key, day) = pair(link, candidates), let run = items[Int(key.run)].days else {
        return true
      }
      let count = found[key]?.count ?? 0
      return isCovered(run, by: count)
        || (count == 1 && day == run.lowerBound && !isPart(link, comparer))
    }
  }

  private func isPart(_ link: OccurrenceClusterer.Link, _ comparer: PairComparer) -> Bool {
    let title = comparer.compare(Int(link.first), Int(link.second)).title
    let first = comparer.table.candidates[Int(link.first)]
    let isRunFirst = items[Int(first.item)].days != nil
    let single = isRunFirst ? comparer.table.candidates[Int(link.second)] : first
    return !single.moment.isDay
      && (isRunFirst ? title.onlyRight : title.onlyLeft) > Self.fewestOwnBits
  }

  /// In bits: more than a stop word, less than any other.
  private static let fewestOwnBits: Float = 0.45

  /// A link of a run with a single day.
  private func pair(
    _ link: OccurrenceClusterer.Link, _ candidates: [LinkageRecord]
  ) -> (key: Key, day: Int)? {
    var (run, single) = (candidates[Int(link.first)], candidates[Int(link.second)])
    if items[Int(run.item)].days == nil { swap(&run, &single) }
    guard items[Int(run.item)].days != nil, items[Int(single.item)].days == nil,
      !items[Int(single.item)].isSeries
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
    for record in occurrences.joined() where items[record.item].days != nil {
      if let known = runs[record.item], known.candidate <= record.candidate { continue }
      runs[record.item] = record
    }
    guard !runs.isEmpty else { return occurrences }
    let once = runs.values.sorted { $0.candidate < $1.candidate }
    let singles = occurrences.map { $0.filter { items[$0.item].days == nil } }.filter {
      !$0.isEmpty
    }
    guard singles.count > 1 else { return [(singles.first ?? []) + once] }
    let longest = once.compactMap { items[$0.item].days }.max { $0.count < $1.count } ?? 0..<0
    return isCovered(longest, by: singles.count) ? singles : singles + [once]
  }
}
