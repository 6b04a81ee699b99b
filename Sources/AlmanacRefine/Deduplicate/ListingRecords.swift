import AlmanacModel
import AlmanacTime

/// Turns listings into linkage records.
struct ListingRecords: Sendable {
  private let zone: Zone
  private let sources: [String: Int]

  init(items: [DatedListing], zone: Zone) {
    self.zone = zone
    let names = Set(items.map(\.listing.source)).sorted()
    sources = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
  }

  private func source(of item: DatedListing) -> Int { sources[item.listing.source] ?? 0 }

  /// One candidate for each occurrence, and of an occurrence of several days one for each day, in the
  /// items' order; of all items of a campus.
  func table(of items: [DatedListing], workers: Int) async -> RecordTable {
    let blocks = await concurrentMap(items.count, workers: workers) { range in
      var block = RecordTexts()
      for index in range { add(items[index], at: index, to: &block) }
      block.finish()
      return block
    }
    let records = blocks.enumerated().flatMap { number, block in
      block.records.map { (number, $0) }
    }
    let names = sources.sorted { $0.value < $1.value }.map(\.key)
    return RecordTable(records, of: blocks, sources: names)
  }

  private func add(_ item: DatedListing, at index: Int, to block: inout RecordTexts) {
    let listing = item.listing
    guard let first = item.occurrences.first else { return }
    var usual = LinkageRecord(
      item: Int32(index), source: Int32(source(of: item)),
      isSeries: item.isSeries || item.days != nil,
      moment: moment(of: first))
    block.fill(
      &usual, title: listing.title, venue: listing.venue, item.placement, text: listing.text,
      uid: listing.uid, link: listing.link)
    for (number, occurrence) in item.occurrences.enumerated() {
      var record = usual
      record.occurrence = Int32(number)
      record.moment = moment(of: occurrence)
      record.moment.isYearOpen = listing.yearGuess?.isOpen ?? false
      if let title = occurrence.title { block.setTitle(title, of: &record) }
      if let venue = occurrence.venue {
        block.setVenue(venue, item.placementsByVenue[venue], of: &record)
      }
      if let text = occurrence.text { block.setText(text, of: &record) }
      for moment in moments(of: item) ?? [record.moment] {
        record.moment = moment
        block.append(record)
      }
    }
  }

  /// The days of a listing of several; nil for all others.
  private func moments(of item: DatedListing) -> [Moment]? {
    item.days?.map { day in
      var moment = Moment.day(day, in: zone)
      moment.isYearOpen = item.listing.yearGuess?.isOpen ?? false
      return moment
    }
  }

  private func moment(of occurrence: ListingOccurrence) -> Moment {
    let clock =
      occurrence.start.isDay
      ? occurrence.start.civil : zone.civil(at: occurrence.start.instant(in: zone))
    return Moment(occurrence.start, end: occurrence.end, clock: clock, in: zone)
  }
}
