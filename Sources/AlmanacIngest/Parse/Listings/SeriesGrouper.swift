import AlmanacModel
import AlmanacRecords
import AlmanacTime

/// Puts the entries of one document together into listings: a series with the instances that
/// differ from it (RFC 5545 section 3.8.4.4), and everything else on its own.
struct SeriesGrouper: ~Copyable {
  struct Assembly {
    /// In document order of their first entries.
    var listings = ListingPile()
    var findings: [Finding] = []
    /// Entries that were taken.
    var count = 0
    /// Entries that gave no listing and belong to none.
    var quarantined = 0
    /// Keys of items that are there but can't be used: what they said before still holds.
    var held: Set<String> = []
    /// Keys of those that say by now that they are not public.
    var concealed: Set<String> = []
  }

  /// What is known of a listing besides itself.
  private struct Draft {
    var revision: EntryRevision
    /// Of its first entry in the document.
    var position: UInt32
  }

  private let mapper: ListingMapper
  private var assembly = Assembly()
  private var check: RecurrenceValidator
  private var listings: ListingDrafts
  /// Of the listing of the same index.
  private var drafts: [Draft] = []
  /// The first listing of each key.
  private var places: [String: Int] = [:]
  /// The listings of keys that several have; without those that others replace once they are
  /// settled.
  private var shared: [String: [Int]] = [:]
  /// Keys in `shared` that are not settled yet, in document order.
  private var unsettled: [String] = []
  /// Listings that others replace.
  private var removed: Set<Int> = []

  /// The instances that differ from their series, by its key.
  private var overrides: [String: [Override]] = [:]
  /// The keys of `overrides`, as they came.
  private var overridden: [String] = []
  /// How many entries were taken.
  private var count = 0

  /// - Parameters:
  ///   - expected: about how many entries will come.
  ///   - most: how many listings stay in memory.
  init(mapper: ListingMapper, expecting expected: Int, holding most: Int = 1_000) {
    self.mapper = mapper
    check = RecurrenceValidator(zone: mapper.zone, zones: mapper.zones)
    listings = ListingDrafts(holding: most, expecting: expected)
    places.reserveCapacity(expected)
    drafts.reserveCapacity(expected)
  }

  /// Takes the next entry of the document.
  mutating func take(_ entry: Entry) {
    var entry = entry
    if mapper.demand == .publishable { entry.tidy() }
    let position = count
    count += 1
    noteProblems(of: entry)
    guard entry.isOverride else { return add(entry, at: position) }
    let key = ListingMapper.statedKey(of: entry) ?? ""
    if overrides[key] == nil { overridden.append(key) }
    overrides[key, default: []].append(Override(entry: entry, position: position))
  }

  /// The listings of all entries; the last thing that is asked of it.
  ///
  /// - Parameter language: that of the document, for entries that state none; else it is the source's.
  /// - Throws: `FileError` where listings that were put by can't be had again.
  mutating func finish(language: String? = nil) throws -> Assembly {
    settleShared()
    for key in overridden { apply(overrides[key] ?? [], to: key) }
    settleShared()
    assembly.count = count
    assembly.listings = try listings.finish(
      language: language ?? mapper.source.language, order: order)
    return assembly
  }

  /// The listings that stay in the order of the document; nil if all stay and are in order.
  private var order: [Int]? {
    let isInOrder = zip(drafts, drafts.dropFirst()).allSatisfy { $0.position <= $1.position }
    if isInOrder, removed.isEmpty { return nil }
    return drafts.indices.filter { !removed.contains($0) }
      .sorted { drafts[$0].position < drafts[$1].position }
  }

  private struct Override {
    let entry: Entry
    let position: Int
  }

  private mutating func noteProblems(of entry: Entry) {
    guard !entry.problems.isEmpty else { return }
    // What quarantines the item says so itself, with the field named.
    let told: Set<FindingCode> =
      mapper.demand == .publishable
      ? ["Q_DATE_PARSE", "Q_TZ", "Q_RRULE_INVALID", "Q_EXDATE_LIMIT"] : ["Q_DATE_PARSE"]
    assembly.findings += entry.problems.filter { !told.contains($0.code) }
      .map { $0.about(source: mapper.source.id) }
  }

  private mutating func add(_ entry: Entry, at position: Int) {
    do throws(ListingError) {
      let listing = try mapper.listing(from: entry)
      if mapper.demand == .dated, listing.end == nil, entry.end != nil {
        note("W_END_BEFORE_START", entry, "the end is before the start and was left out")
      }
      try checkRules(of: listing, from: entry)
      if mapper.demand == .publishable { noteChanges(of: listing, from: entry) }
      insert(listing, from: entry, at: position)
    } catch {
      quarantine(entry, error)
    }
  }

  /// A rule without an instance is told and kept: it is how programs write a series that ended
  /// before it began.
  private mutating func checkRules(of listing: Listing, from entry: Entry) throws(ListingError) {
    guard let recurrence = listing.recurrence else { return }
    for rule in recurrence.rules {
      guard let fault = check.fault(of: rule, from: listing.start) else {
        if let count = rule.count, count > RecurrenceValidator.countLimit {
          note("Q_RRULE_LIMIT", entry, "COUNT=\(count) is more than any series has; it has no end")
        }
        continue
      }
      guard fault == .noInstance || mapper.demand == .dated else {
        throw .unusableRule(rule, fault)
      }
      if fault != .noInstance || recurrence.additions.isEmpty {
        assembly.findings.append(
          Finding(
            ListingError.unusableRule(rule, fault), source: mapper.source.id,
            subject: entry.subject, line: entry.line))
      }
    }
  }

  /// Tells what was made of an identifier and of a title that were not usable as they were.
  private mutating func noteChanges(of listing: Listing, from entry: Entry) {
    if let id = entry.id, let oddity = IdentifierText.oddity(of: id) {
      note("S_FILENAME", entry, oddity)
    }
    if let title = entry.title, listing.title.utf8.count < title.utf8.count {
      note(
        LongTitle.isExpander(title) ? "Q_FIELD_LEN" : "W_TITLE_CUT", entry,
        "the title has \(title.unicodeScalars.count) characters and was cut at \(LongTitle.limit)")
    }
  }

  /// Appends a listing. What others of its key mean for it is settled once all are known.
  private mutating func insert(_ listing: Listing, from entry: Entry, at position: Int) {
    if let first = index(of: listing.key) {
      if shared[listing.key] == nil { unsettled.append(listing.key) }
      shared[listing.key, default: [first]].append(listings.count)
    } else {
      places[listing.key] = listings.count
    }
    listings.append(listing)
    drafts.append(
      Draft(revision: EntryRevision(entry, in: mapper.zone), position: UInt32(position)))
  }

  private func index(of key: String) -> Int? {
    shared.isEmpty ? places[key] : shared[key]?.first ?? places[key]
  }

  /// All listings that were given a key by their entries.
  private mutating func members(of key: String) -> [Int] {
    shared[key] ?? index(of: key).map { [$0] } ?? []
  }

  private mutating func settleShared() {
    for key in unsettled { settle(key) }
    unsettled = []
  }

  /// An identifier that so many items have, and more than half of all, identifies none of them.
  private static let leastMeaningless = 3

  private mutating func settle(_ key: String) {
    let indices = shared[key] ?? []
    var settled = SharedKey(
      key, isMeaningless: indices.count >= Self.leastMeaningless && indices.count * 2 > count)
    for index in indices {
      settled.take(SharedKey.Member(listings[index], at: index, drafts[index].revision))
    }
    let name = FieldText.clean(String(key.prefix(80))).text
    for dropped in settled.dropped {
      note(
        "Q_DUP_KEY", listings[max(dropped.index, dropped.kept)],
        "more than one item has the id '\(name)'; "
          + "the \(dropped.isOlder ? "newer" : "first") one was kept")
      assembly.quarantined += 1
      removed.insert(dropped.index)
      let first = min(drafts[dropped.index].position, drafts[dropped.kept].position)
      drafts[dropped.kept].position = first
    }
    shared[key] = settled.kept.map(\.index)
    guard settled.kept.count > 1 else { return }
    for (index, key) in settled.keys {
      listings[index].key = key
      if places[key] == nil { places[key] = index }
    }
    for member in settled.kept.dropFirst() {
      note(
        "W_SHARED_UID", listings[member.index],
        "another item that differs has the same id '\(name)'; both were kept")
    }
  }

  /// The key stays: it is the draft's place.
  private mutating func replace(_ index: Int, with listing: Listing, from entry: Entry) {
    let key = listings[index].key
    var listing = listing
    listing.key = key
    listings[index] = listing
    drafts[index].revision = EntryRevision(entry, in: mapper.zone)
  }

  private mutating func apply(_ overrides: [Override], to key: String) {
    let series = members(of: key).filter { listings[$0].recurrence != nil }
    var changes: [Int: [Override]] = [:]
    for override in overrides {
      if let index = owner(of: override, among: series) {
        changes[index, default: []].append(override)
      } else {
        addAlone(override, of: key)
      }
    }
    for (index, overrides) in changes.sorted(by: { $0.key < $1.key }) {
      var listing = listings[index]
      apply(overrides, to: &listing)
      listings[index] = listing
    }
  }

  /// The series that an override changes: of several that share an identifier the one that has the
  /// instance, else one of the same title.
  private mutating func owner(of override: Override, among series: [Int]) -> Int? {
    guard series.count > 1 else { return series.first }
    if let id = override.entry.recurrence.recurrenceID {
      for index in series {
        let listing = listings[index]
        if check.includes(instance(id, of: listing), in: listing) { return index }
      }
    }
    for index in series where listings[index].title == override.entry.title { return index }
    return nil
  }

  private mutating func apply(_ overrides: [Override], to listing: inout Listing) {
    let excluded = Set(listing.recurrence?.exclusions ?? [])
    var made: [ListingOverride] = []
    for entry in newest(overrides.map(\.entry), in: listing) {
      if hides(entry, of: &listing) { continue }
      do throws(ListingError) {
        let override = try override(from: entry, of: listing)
        // EXDATE takes the instance out of the series (RFC 5545 section 3.8.5.1), changed or not.
        guard !excluded.contains(override.recurrenceID),
          !excluded.contains(.day(override.recurrenceID.date))
        else {
          note("W_OVERRIDE_EXCLUDED", entry, "it changes an instance that EXDATE takes out")
          continue
        }
        made.append(override)
      } catch {
        quarantine(entry, error)
      }
    }
    let changed = Set(made.map(\.recurrenceID))
    made += listing.overrides.filter { !changed.contains($0.recurrenceID) }
    listing.overrides = made
  }

  /// Takes an instance that is not public out of a series that is, whatever else it states.
  private mutating func hides(_ entry: Entry, of listing: inout Listing) -> Bool {
    guard listing.visibility == .public, mapper.visibility(of: entry) != .public,
      let id = entry.recurrence.recurrenceID
    else { return false }
    listing.exclude(
      instance(id, of: listing), isRange: entry.recurrence.thisAndFuture, zone: mapper.zone,
      zones: mapper.zones)
    // Without its title, which is not public either.
    assembly.findings.append(
      Finding(
        "W_OVERRIDE_PRIVATE", source: mapper.source.id,
        subject: entry.id.map(IdentifierText.bounded),
        message: "an instance is not public; the series is published without it",
        line: entry.line))
    return true
  }

  /// One override for each instance: the newest.
  private func newest(_ overrides: [Entry], in listing: Listing) -> [Entry] {
    var kept: [Entry] = []
    var positions: [CalendarTime: Int] = [:]
    for entry in overrides {
      guard let id = entry.recurrence.recurrenceID else {
        kept.append(entry)
        continue
      }
      let instance = instance(id, of: listing)
      if let position = positions[instance] {
        let isNewer = EntryRevision(entry, in: mapper.zone)
          .isNewer(than: EntryRevision(kept[position], in: mapper.zone))
        if isNewer { kept[position] = entry }
      } else {
        positions[instance] = kept.count
        kept.append(entry)
      }
    }
    return kept
  }

  private func override(
    from entry: Entry, of listing: Listing
  ) throws(ListingError) -> ListingOverride {
    guard let id = entry.recurrence.recurrenceID else {
      throw .noRecurrenceID(text: entry.unreadable["recurrenceID"] ?? "")
    }
    let recurrenceID = instance(id, of: listing)
    let (start, end) = try mapper.times(of: entry)
    let publishesText = mapper.source.publishing == .full
    let text =
      publishesText
      ? ListingMapper.stated(entry.content) ?? ListingMapper.stated(entry.summary) : nil
    let title = ListingMapper.stated(entry.title)
    let venue = VenueField.text(of: entry, mapper.source.venueReading)
    return ListingOverride(
      recurrenceID: recurrenceID, thisAndFuture: entry.recurrence.thisAndFuture, start: start,
      end: end, title: title == listing.title ? nil : title,
      text: text == listing.text ? nil : text, venue: venue == listing.venue ? nil : venue,
      status: entry.status ?? listing.status)
  }

  /// The instance that a RECURRENCE-ID means, in the kind of the series' start: RFC 5545 section
  /// 3.8.4.4 wants the same kind, programs write a day for a time and a time for a day.
  private func instance(_ id: CalendarTime, of listing: Listing) -> CalendarTime {
    let id = mapper.anchored(id)
    switch (listing.start, id) {
    case (.day, .day): return id
    case (.day, _): return .day(id.date)
    case (.zoned(let start), .day(let date)):
      let days = date.dayNumber - start.local.date.dayNumber
      return listing.start.adding(CalendarDuration(days: days), zones: mapper.zones)
    case (.zoned(let start), .zoned(let time)):
      guard let zone = start.zone.flatMap(mapper.zones.zone(named:)), time.zone != start.zone
      else { return id }
      return .zoned(ZonedTime(time.instant, in: zone))
    default: return id
    }
  }

  /// An instance whose series is not in the feed stands for itself (Bedework lists only those that
  /// changed); where the feed holds the event without a rule, its only instance is replaced.
  private mutating func addAlone(_ override: Override, of key: String) {
    do throws(ListingError) {
      var listing = try mapper.listing(from: override.entry)
      listing.recurrence = nil
      listing.overrides = []
      let id = override.entry.recurrence.recurrenceID
      if let id, let index = onlyInstance(id, of: key) {
        return replace(index, with: listing, from: override.entry)
      }
      if let id { listing.key += "#" + id.description }
      insert(listing, from: override.entry, at: override.position)
    } catch {
      quarantine(override.entry, error)
    }
  }

  /// The event without a rule of which this is the only instance.
  private mutating func onlyInstance(_ id: CalendarTime, of key: String) -> Int? {
    for index in members(of: key) {
      let listing = listings[index]
      if listing.recurrence == nil, listing.start == instance(id, of: listing) { return index }
    }
    return nil
  }

  private mutating func quarantine(_ entry: Entry, _ error: ListingError) {
    assembly.quarantined += 1
    if let key = ListingMapper.statedKey(of: entry) {
      // What has become private must go, whatever else is wrong with it.
      if mapper.visibility(of: entry) == .public {
        assembly.held.insert(key)
      } else {
        assembly.concealed.insert(key)
      }
    }
    assembly.findings.append(
      Finding(
        error, source: mapper.source.id, subject: entry.subject, line: entry.line))
  }

  private mutating func note(_ code: FindingCode, _ entry: Entry, _ message: String) {
    assembly.findings.append(
      Finding(
        code, source: mapper.source.id, subject: entry.subject, message: message,
        line: entry.line))
  }

  private mutating func note(_ code: FindingCode, _ listing: Listing, _ message: String) {
    assembly.findings.append(
      Finding(
        code, source: mapper.source.id, subject: EntrySubject.text(listing.title),
        message: message, line: listing.line))
  }
}
