import AlmanacModel
import AlmanacTime

/// The instances that differ from their series (RFC 5545, section 3.8.4.4).
extension SeriesGrouper {
  /// Applies the overrides of one key to their series.
  mutating func apply(_ overrides: [Override], to key: String) {
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

  /// The series that an override changes. Of several with one identifier, the one that has the
  /// instance, else one with the same title.
  private mutating func owner(of override: Override, among series: [Int]) -> Int? {
    guard series.count > 1 else { return series.first }
    if let id = override.entry.recurrence.recurrenceID {
      for index in series {
        let listing = listings[index]
        if validator.includes(instance(id, of: listing), in: listing) { return index }
      }
    }
    for index in series where listings[index].title == override.entry.title { return index }
    return nil
  }

  private mutating func apply(_ overrides: [Override], to listing: inout Listing) {
    let excluded = Set(listing.recurrence?.exclusions ?? [])
    var made: [ListingOverride] = []
    for entry in newest(overrides.map(\.entry), in: listing) {
      if removePrivateInstance(entry, from: &listing) { continue }
      do throws(ListingError) {
        let override = try override(from: entry, of: listing)
        // EXDATE removes the instance, changed or not (RFC 5545, section 3.8.5.1).
        guard !excluded.contains(override.recurrenceID),
          !excluded.contains(.day(override.recurrenceID.date))
        else {
          note("W_OVERRIDE_EXCLUDED", entry, "it changes an instance that EXDATE excludes")
          continue
        }
        made.append(override)
      } catch {
        reject(entry, error)
      }
    }
    let changed = Set(made.map(\.recurrenceID))
    made += listing.overrides.filter { !changed.contains($0.recurrenceID) }
    listing.overrides = made
  }

  /// Removes an instance that is not public from a public series. Returns false for other
  /// instances.
  private mutating func removePrivateInstance(
    _ entry: Entry, from listing: inout Listing
  ) -> Bool {
    guard listing.visibility == .public, mapper.visibility(of: entry) != .public,
      let id = entry.recurrence.recurrenceID
    else { return false }
    listing.exclude(
      instance(id, of: listing), isRange: entry.recurrence.thisAndFuture, zone: mapper.zone,
      zones: mapper.zones)
    // Without the title, which is not public either.
    assembly.findings.append(
      Finding(
        "W_OVERRIDE_PRIVATE", source: mapper.source.id,
        subject: entry.id.map(IdentifierText.bounded),
        message: "an instance is not public; the series is published without it",
        line: entry.line))
    return true
  }

  /// The newest override of each instance.
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
      ? entry.content?.nonBlank ?? entry.summary?.nonBlank : nil
    let title = entry.title?.nonBlank
    let venue = VenueField.text(of: entry, mapper.source.venueReading)
    return ListingOverride(
      recurrenceID: recurrenceID, thisAndFuture: entry.recurrence.thisAndFuture, start: start,
      end: end, title: title == listing.title ? nil : title,
      text: text == listing.text ? nil : text, venue: venue == listing.venue ? nil : venue,
      status: entry.status ?? listing.status)
  }

  /// The instance of a RECURRENCE-ID in the kind of the series' start. RFC 5545, section 3.8.4.4
  /// requires the same kind, but programs write a date for a time and vice versa.
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

  /// Adds an instance whose series is not in the feed as an event of its own, as Bedework lists
  /// changed instances only. If the feed has the event without a rule, replaces it.
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
      reject(override.entry, error)
    }
  }

  /// The event without a rule whose only instance this is.
  private mutating func onlyInstance(_ id: CalendarTime, of key: String) -> Int? {
    for index in members(of: key) {
      let listing = listings[index]
      if listing.recurrence == nil, listing.start == instance(id, of: listing) { return index }
    }
    return nil
  }
}
