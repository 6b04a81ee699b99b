import AlmanacModel
import AlmanacTime

/// Groups the entries of one document into listings: series with their changed instances (RFC 5545,
/// section 3.8.4.4) and single events.
struct SeriesGrouper: ~Copyable {
  struct Assembly {
    /// In document order of their first entries.
    var listings: [Listing] = []
    var findings: [Finding] = []
    /// The number of entries.
    var count = 0
    /// The number of rejected entries.
    var rejected = 0
    /// Keys of rejected items whose last good listing stays published.
    var retained: Set<String> = []
    /// Keys of rejected items that are no longer public.
    var hidden: Set<String> = []
  }

  /// What the grouper needs to know about a stored listing.
  private struct Draft {
    var revision: EntryRevision
    /// The position of its first entry in the document.
    var position: UInt32
  }

  let mapper: ListingMapper
  var assembly = Assembly()
  var validator: RecurrenceValidator
  var listings: [Listing] = []
  /// By index of the listing.
  private var drafts: [Draft] = []
  /// The index of the first listing of each key.
  private var firstIndices: [String: Int] = [:]
  /// The listings of shared keys; after `settle` without replaced ones.
  private var shared: [String: [Int]] = [:]
  /// Keys in `shared` that are not settled yet, in document order.
  private var unsettled: [String] = []
  /// Indices of listings that others replace.
  private var removed: Set<Int> = []

  /// The overrides of each series by its key.
  private var overrides: [String: [Override]] = [:]
  /// The keys of `overrides` in document order.
  private var overridden: [String] = []
  /// The number of entries so far.
  private var count = 0
  /// The number of listings whose year is guessed, and the first of them.
  private var guessedYears = 0
  private var guessedExample: Listing?
  /// The number of listings whose zone is doubtful, and the first of them.
  private var conflicts = 0
  private var firstConflict: (listing: Listing, text: String)?

  /// - Parameter expected: The approximate number of entries.
  init(mapper: ListingMapper, expecting expected: Int) {
    self.mapper = mapper
    validator = RecurrenceValidator(zone: mapper.zone, zones: mapper.zones)
    listings.reserveCapacity(expected)
    firstIndices.reserveCapacity(expected)
    drafts.reserveCapacity(expected)
  }

  /// Adds the next entry of the document.
  mutating func take(_ entry: consuming Entry) {
    if mapper.demand == .publishable { entry.tidy() }
    let position = count
    count += 1
    noteProblems(of: entry)
    guard entry.isOverride else { return add(entry, at: position) }
    let key = ListingMapper.givenKey(of: entry) ?? ""
    if overrides[key] == nil { overridden.append(key) }
    overrides[key, default: []].append(Override(entry: entry, position: position))
  }

  /// Returns the listings of all entries. Call once, after the last entry.
  ///
  /// - Parameter language: The document's language, for entries without one; by default the
  ///   source's.
  mutating func finish(language: String? = nil) -> Assembly {
    settleShared()
    for key in overridden { apply(overrides[key] ?? [], to: key) }
    settleShared()
    noteGuessedYears()
    noteConflicts()
    assembly.count = count
    if let language = language ?? mapper.source.language {
      for index in listings.indices where listings[index].language == nil {
        listings[index].language = language
      }
    }
    assembly.listings = remaining
    return assembly
  }

  /// The remaining listings in document order.
  private var remaining: [Listing] {
    let isInOrder = zip(drafts, drafts.dropFirst()).allSatisfy { $0.position <= $1.position }
    if isInOrder, removed.isEmpty { return listings }
    return drafts.indices.filter { !removed.contains($0) }
      .sorted { drafts[$0].position < drafts[$1].position }
      .map { listings[$0] }
  }

  struct Override {
    let entry: Entry
    let position: Int
  }

  private mutating func noteProblems(of entry: Entry) {
    guard !entry.problems.isEmpty else { return }
    // The error that rejects the item repeats these findings.
    let repeated: Set<FindingCode> =
      mapper.demand == .publishable
      ? ["Q_DATE_PARSE", "Q_TZ", "Q_RRULE_INVALID", "Q_EXDATE_LIMIT"] : ["Q_DATE_PARSE"]
    for problem in entry.problems where !repeated.contains(problem.code) {
      report(problem, isPublic: isPublic(entry))
    }
  }

  private func isPublic(_ entry: Entry) -> Bool { mapper.visibility(of: entry) == .public }

  /// Adds a finding about an item, without its texts if the item is not public. More people read
  /// reports and logs than such an item.
  private mutating func report(_ finding: Finding, isPublic: Bool) {
    var finding = finding.about(source: mapper.source.id)
    if !isPublic, mapper.demand == .publishable {
      finding.subject = nil
      finding.message = "the item is not public; see this line of the document"
    }
    assembly.findings.append(finding)
  }

  private mutating func add(_ entry: Entry, at position: Int) {
    do throws(ListingError) {
      let listing = try mapper.listing(from: entry)
      if mapper.demand == .dated, listing.end == nil, entry.end != nil {
        note("W_END_BEFORE_START", entry, "the end is before the start and was left out")
      }
      try checkRules(of: listing, from: entry)
      if mapper.demand == .publishable { noteChanges(of: listing, from: entry) }
      if listing.yearGuess != nil {
        guessedYears += 1
        if guessedExample == nil, listing.visibility == .public { guessedExample = listing }
      }
      if let conflict = entry.zoneConflict,
        !conflict.isFloating || mapper.source.timezone == nil
      {
        conflicts += 1
        if firstConflict == nil, listing.visibility == .public {
          firstConflict = (listing, conflict.text)
        }
      }
      insert(listing, from: entry, at: position)
    } catch {
      reject(entry, error)
    }
  }

  /// Reports once how many listings have a guessed year.
  private mutating func noteGuessedYears() {
    guard let example = guessedExample else { return }
    assembly.findings.append(
      Finding(
        "W_YEAR_GUESSED", severity: .warning, source: mapper.source.id, subject: example.id,
        message: "starts without a year: \(guessedYears), guessed from publication or retrieval; "
          + "compare '\(FieldText.excerpt(example.title, 80))' on \(example.start.date) with its page, "
          + "and if it is wrong, map a field with the year to 'start' in feed.yaml",
        line: example.line, count: guessedYears))
  }

  /// Reports once how many starts have a doubtful zone.
  private mutating func noteConflicts() {
    guard let (example, text) = firstConflict else { return }
    assembly.findings.append(
      Finding(
        "W_TZ_CONFLICT", severity: .warning, source: mapper.source.id, subject: example.id,
        message: "starts with a doubtful zone: \(conflicts); "
          + "'\(FieldText.excerpt(example.title, 80))' on \(example.start.date) \(text); compare it "
          + "with its page, and if it is wrong, set 'timezone' in feed.yaml",
        line: example.line, count: conflicts))
  }

  /// Rejects unusable rules. A rule without an instance is only reported: programs write a series
  /// so that ended before it began.
  private mutating func checkRules(of listing: Listing, from entry: Entry) throws(ListingError) {
    guard let recurrence = listing.recurrence else { return }
    for rule in recurrence.rules {
      guard let error = validator.error(of: rule, from: listing.start) else {
        if let count = rule.count, count > RecurrenceValidator.countLimit {
          note("Q_RRULE_LIMIT", entry, "COUNT=\(count) is more than any series has; it has no end")
        }
        continue
      }
      guard error == .noInstance || mapper.demand == .dated else {
        throw .unusableRule(rule, error)
      }
      if error != .noInstance || recurrence.additions.isEmpty {
        note(ListingError.unusableRule(rule, error), entry)
      }
    }
  }

  /// Reports changes of the identifier and the title.
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

  /// Appends a listing. `settle` handles listings with the same key later.
  mutating func insert(
    _ listing: consuming Listing, from entry: borrowing Entry, at position: Int
  ) {
    let key = listing.key
    if let first = index(of: key) {
      if shared[key] == nil { unsettled.append(key) }
      shared[key, default: [first]].append(listings.count)
    } else {
      firstIndices[key] = listings.count
    }
    listings.append(listing)
    drafts.append(
      Draft(revision: EntryRevision(entry, in: mapper.zone), position: UInt32(position)))
  }

  private func index(of key: String) -> Int? {
    shared.isEmpty ? firstIndices[key] : shared[key]?.first ?? firstIndices[key]
  }

  /// The indices of all listings whose entries have a key.
  func members(of key: String) -> [Int] {
    shared[key] ?? index(of: key).map { [$0] } ?? []
  }

  private mutating func settleShared() {
    for key in unsettled { settle(key) }
    unsettled = []
  }

  /// A key of at least this many items, and more than half of all, identifies none of them.
  private static let leastMeaningless = 3

  private mutating func settle(_ key: String) {
    let indices = shared[key] ?? []
    var settled = SharedKey(
      key, isMeaningless: indices.count >= Self.leastMeaningless && indices.count * 2 > count)
    for index in indices {
      settled.take(SharedKey.Member(listings[index], at: index, drafts[index].revision))
    }
    let name = FieldText.excerpt(key, 80)
    for dropped in settled.dropped {
      note(
        "Q_DUP_KEY", listings[max(dropped.index, dropped.kept)],
        "more than one item has the id '\(name)'; "
          + "the \(dropped.isOlder ? "newer" : "first") one was kept")
      assembly.rejected += 1
      removed.insert(dropped.index)
      let first = min(drafts[dropped.index].position, drafts[dropped.kept].position)
      drafts[dropped.kept].position = first
    }
    shared[key] = settled.kept.map(\.index)
    guard settled.kept.count > 1 else { return }
    for (index, key) in settled.keys {
      listings[index].key = key
      if firstIndices[key] == nil { firstIndices[key] = index }
    }
    for member in settled.kept.dropFirst() {
      note(
        "W_SHARED_UID", listings[member.index],
        "another item that differs has the same id '\(name)'; both were kept")
    }
  }

  /// Replaces a listing; its key stays.
  mutating func replace(_ index: Int, with listing: Listing, from entry: Entry) {
    let key = listings[index].key
    var listing = listing
    listing.key = key
    listings[index] = listing
    drafts[index].revision = EntryRevision(entry, in: mapper.zone)
  }

  mutating func reject(_ entry: Entry, _ error: ListingError) {
    assembly.rejected += 1
    if let key = ListingMapper.givenKey(of: entry) {
      // An item that became private must disappear, whatever else is wrong with it.
      if isPublic(entry) { assembly.retained.insert(key) } else { assembly.hidden.insert(key) }
    }
    note(error, entry)
  }

  private mutating func note(_ error: ListingError, _ entry: Entry) {
    report(
      Finding(error, subject: entry.subject, line: entry.line), isPublic: isPublic(entry))
  }

  mutating func note(_ code: FindingCode, _ entry: Entry, _ message: String) {
    report(
      Finding(code, subject: entry.subject, message: message, line: entry.line),
      isPublic: isPublic(entry))
  }

  private mutating func note(_ code: FindingCode, _ listing: Listing, _ message: String) {
    report(
      Finding(
        code, subject: EntrySubject.text(listing.title), message: message, line: listing.line),
      isPublic: listing.visibility == .public)
  }
}
