import AlmanacModel
import AlmanacTime

/// Reduces listings to what is compared.
struct CandidateReader: Sendable {
  private let zone: Zone
  private let sources: [String: Int]
  /// Links that one source has on several items: landing pages, which say nothing.
  private let sharedLinks: Set<UInt64>

  init(items: [DatedListing], zone: Zone) {
    self.zone = zone
    let names = Set(items.map(\.listing.source)).sorted()
    sources = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    sharedLinks = Self.sharedLinks(in: items)
  }

  func source(of item: DatedListing) -> Int { sources[item.listing.source] ?? 0 }

  /// One candidate for each occurrence, in the items' order.
  func candidates(of items: [DatedListing]) -> [Candidate] {
    items.enumerated().flatMap { index, item in candidates(of: item, at: index) }
  }

  private func candidates(of item: DatedListing, at index: Int) -> [Candidate] {
    let listing = item.listing
    let title = TitleText(listing.title)
    let text = TextSketch(listing.text ?? "")
    let venue = CandidateVenue(listing.venue, placement: item.placement)
    let link = LinkText(listing.link)?.hash
    let uid = listing.uid.map { StableHash($0).value }
    return item.occurrences.map { occurrence in
      Candidate(
        item: index, source: source(of: item), isSeries: item.isSeries,
        title: occurrence.title.map { TitleText($0) } ?? title,
        moment: moment(of: occurrence),
        venue: occurrence.venue.map {
          CandidateVenue($0, placement: item.placementsByVenue[$0])
        } ?? venue,
        uid: uid, link: link.flatMap { sharedLinks.contains($0) ? nil : $0 },
        text: occurrence.text.map { TextSketch($0) } ?? text)
    }
  }

  private func moment(of occurrence: ListingOccurrence) -> Moment {
    let start = occurrence.start.instant(in: zone)
    let end = occurrence.end?.instant(in: zone)
    let clock = occurrence.start.isDay ? occurrence.start.civil : zone.civil(at: start)
    let second = clock.hour * 3_600 + clock.minute * 60 + clock.second
    // Midnight, and no end that belongs to an hour: calendars write so what has no hour
    // (Toronto's department feeds, 2026).
    let isHourless = second == 0 && (end.map { $0.seconds(since: start) >= 23 * 3_600 } ?? true)
    let isDay = occurrence.start.isDay || isHourless
    return Moment(
      start: start.secondsSinceEpoch, end: end?.secondsSinceEpoch, day: clock.date.dayNumber,
      secondOfDay: second, isDay: isDay, numbers: Moment.numbers(of: clock, isDay: isDay))
  }

  private static func sharedLinks(in items: [DatedListing]) -> Set<UInt64> {
    var seen: Set<[UInt64]> = []
    var shared: Set<UInt64> = []
    for item in items {
      guard let link = LinkText(item.listing.link)?.hash else { continue }
      let source = StableHash(item.listing.source).value
      if !seen.insert([source, link]).inserted { shared.insert(link) }
    }
    return shared
  }
}

extension Moment {
  /// The numbers by which a title may repeat the date.
  static func numbers(of clock: CivilDateTime, isDay: Bool) -> Set<Int> {
    var numbers: Set<Int> = [clock.date.year, clock.date.month, clock.date.day]
    if !isDay {
      numbers.formUnion([clock.hour, (clock.hour + 11) % 12 + 1])
      if clock.minute > 0 { numbers.insert(clock.minute) }
    }
    return numbers
  }
}
