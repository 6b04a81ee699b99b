import AlmanacModel
public import AlmanacPublish
public import AlmanacTime
public import Foundation

/// The results of `almanac query`.
public struct QueryAnswer: Sendable {
  public let reader: EditionReader

  public init(output: URL) throws {
    reader = try EditionReader(edition: OutputFolder(url: output).latest)
  }

  /// The time from which events are upcoming: now, or the time of an edition that is more than a month
  /// old, such as one of samples.
  ///
  /// - Parameter isGiven: Whether the caller named the time; then it always holds.
  public func upcoming(from now: Instant, isGiven: Bool) throws -> (from: Instant, isOld: Bool) {
    let published = try reader.publishedAt()
    let isOld = !isGiven && now.seconds(since: published) > 30 * 86_400
    return (isOld ? published : now, isOld)
  }

  /// The zone in which a day begins: the named one, else that of the edition's first campus.
  ///
  /// - Throws: `ConfigurationError` for an unknown name.
  public func zone(named name: String?) throws -> Zone {
    let name = try name ?? reader.timezones().sorted { $0.key < $1.key }.first?.value ?? "UTC"
    return try ZoneDatabase.system.zone(ofOption: name)
  }

  /// The largest count that is exact: counting a city's events takes longer than showing a page.
  private static let mostCounted = 10_000

  /// A table for people, with local times of the zone.
  ///
  /// - Returns: The table, and the part it shows if that isn't everything.
  public func table(_ filter: EventFilter, in zone: Zone) throws -> (text: String, part: String?) {
    let skipped = filter.page > 1 ? (filter.page - 1) * filter.limit : 0
    var counted = filter
    counted.page = 1
    counted.limit = max(skipped + filter.limit, Self.mostCounted + 1)
    let all = try reader.occurrences(counted)
    let found = all.dropFirst(skipped).prefix(filter.limit)
    guard !found.isEmpty else { return ("no events", nil) }
    let total = all.count > Self.mostCounted ? "more than \(Self.mostCounted)" : "\(all.count)"
    let numbers = skipped > 0 ? "\(skipped + 1) to \(skipped + found.count)" : "\(found.count)"
    return (table(found, in: zone), found.count < all.count ? "\(numbers) of \(total)" : nil)
  }

  private func table(_ found: some Sequence<FoundOccurrence>, in zone: Zone) -> String {
    var table = TextTable("start", "title", "place", "category", "event")
    for occurrence in found {
      let title = (occurrence.status == "cancelled" ? "CANCELLED: " : "") + occurrence.title
      let place = [occurrence.room, occurrence.placeName ?? occurrence.venue]
        .compactMap(\.self).joined(separator: ", ")
      table.add([
        clock(occurrence, in: zone), TerminalText.fitted(TerminalText.cell(title), to: 48),
        TerminalText.fitted(TerminalText.cell(place), to: 40), occurrence.category ?? "",
        occurrence.event,
      ])
    }
    return table.text
  }

  /// The days that have events, one a line; with `epoch` also the second at which each begins.
  public func days(_ filter: EventFilter, in zone: Zone, epoch: Bool) throws -> String {
    try reader.days(filter, in: zone).map { day in
      epoch ? "\(day)\t\(zone.startOfDay(day).secondsSinceEpoch)" : "\(day)"
    }.joined(separator: "\n")
  }

  private func clock(_ occurrence: FoundOccurrence, in zone: Zone) -> String {
    if occurrence.isAllDay { return occurrence.startText }
    let start = zone.civil(at: occurrence.start)
    return "\(start.date) \(start.timeOfDay)"
  }
}

extension FoundOccurrence: Answer {
  public static let schema = "almanac.query/1"
}
