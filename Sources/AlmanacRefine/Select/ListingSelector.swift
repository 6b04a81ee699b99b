public import AlmanacModel
public import AlmanacTime

/// Rejects listings by the rules of their source and of the configuration.
///
/// Each listing is judged by the fields of its source before it is merged with others, so a private
/// event stays rejected under any identifier. A changed date of a series is judged separately.
public struct ListingSelector: Sendable {
  /// The rules in the order of their evaluation: the source's first, `except` before `only`.
  private struct Rules: Sendable {
    var except: [CompiledRule] = []
    var only: [CompiledRule] = []
    /// The name of rejections by `only`.
    var onlyName = ""

    init(_ rules: ListingRules) throws(TextPatternError) {
      for rule in rules.except { except.append(try CompiledRule(rule)) }
      for rule in rules.only { only.append(try CompiledRule(rule)) }
      onlyName = "only " + rules.only.map(\.name).joined(separator: " or ")
    }

    var isEmpty: Bool { except.isEmpty && only.isEmpty }

    /// The listings that a rule rejects, with the rule's name.
    func rejections(_ subjects: [ListingSubject], _ candidates: [Int])
      -> [(index: Int, rule: String)]
    {
      var rejections: [(index: Int, rule: String)] = []
      var left = candidates
      for rule in except {
        let found = rule.matching(subjects, left)
        rejections += found.map { ($0, "except " + rule.name) }
        left = left.without(found)
      }
      guard !only.isEmpty else { return rejections }
      for rule in only { left = left.without(rule.matching(subjects, left)) }
      return rejections + left.map { ($0, onlyName) }
    }
  }

  private let common: Rules
  private let sources: [String: Rules]
  private let setting: ListingSubject.Setting
  private let zones: ZoneDatabase

  /// - Parameters:
  ///   - common: Rules for the listings of all sources.
  ///   - sources: By source id, further rules.
  ///   - zone: The campus's zone, for days and times of day.
  ///   - today: The start of the run's day.
  ///   - categorizer: Finds categories; required if a rule needs them.
  public init(
    _ common: ListingRules, sources: [String: ListingRules], zone: Zone,
    zones: ZoneDatabase = .system, today: Instant, categorizer: Categorizer?, taxonomy: Taxonomy
  ) throws(TextPatternError) {
    self.common = try Rules(common)
    self.zones = zones
    var compiled: [String: Rules] = [:]
    for (source, rules) in sources where !rules.isEmpty { compiled[source] = try Rules(rules) }
    self.sources = compiled
    setting = ListingSubject.Setting(
      zone: zone, today: today, categorizer: categorizer, taxonomy: taxonomy)
  }

  /// Makes the rejected listings private, and removes rejected dates from their series.
  ///
  /// - Parameters:
  ///   - placements: The results of the geocoder.
  ///   - queries: The venue queries of the listings.
  /// - Returns: A finding for each rule and source with rejections.
  public func select(
    _ listings: inout [Listing], placements: [VenueQuery: Placement] = [:],
    queries: VenueQueries = VenueQueries(strategies: [:]), workers: Int = 1
  ) async -> [Finding] {
    guard !sources.isEmpty || !common.isEmpty else { return [] }
    let all = listings
    let rejected = await concurrentMap(all.count, workers: workers) { range in
      rejections(of: all[range], placements: range.map { placements[queries.query(of: all[$0])] })
        .map { (index: range.lowerBound + $0.index, rule: $0.rule) }
    }.flatMap(\.self).sorted { $0.index < $1.index }
    var tally = RejectionTally(listings)
    for (index, rule) in rejected {
      listings[index].visibility = .private
      tally.add(listings[index], rule)
    }
    rejectDates(of: &listings, placements, queries, &tally)
    return tally.findings
  }

  private func rejectDates(
    of listings: inout [Listing], _ placements: [VenueQuery: Placement], _ queries: VenueQueries,
    _ tally: inout RejectionTally
  ) {
    let differing = listings.indices.filter { listings[$0].visibility == .public }
      .flatMap { series in listings[series].overrides.map { (series, override: $0) } }
    let dates = differing.map { series, override in
      listings[series].date(override, zone: setting.zone, zones: zones)
    }
    let rejected = rejections(
      of: dates[...], placements: dates.map { placements[queries.query(of: $0)] })
    for (index, rule) in rejected {
      let (series, override) = differing[index]
      listings[series].exclude(
        override.recurrenceID, isRange: override.thisAndFuture, zone: setting.zone, zones: zones)
      tally.add(dates[index], rule, isDate: true)
    }
  }

  /// Whether a rule rejects the listing.
  public func rejects(_ listing: Listing, placement: Placement? = nil) -> Bool {
    !rejections(of: [listing], placements: [placement]).isEmpty
  }

  private func rejections(of listings: ArraySlice<Listing>, placements: [Placement?])
    -> [(index: Int, rule: String)]
  {
    let subjects = zip(listings, placements).map { ListingSubject($0, $1, setting) }
    func listing(_ index: Int) -> Listing { listings[listings.startIndex + index] }
    let open = subjects.indices.filter { listing($0).visibility == .public }
    var rejections: [(index: Int, rule: String)] = []
    if !sources.isEmpty {
      for (source, members) in Dictionary(grouping: open, by: { listing($0).source }) {
        guard let rules = sources[source] else { continue }
        rejections += rules.rejections(subjects, members)
      }
    }
    return rejections + common.rejections(subjects, open.without(rejections.map(\.index)))
  }
}

/// Counts rejections by source and rule.
private struct RejectionTally {
  private struct Key: Hashable {
    let source: String
    let rule: String
  }

  private let totals: [String: Int]
  private var titles: [Key: (listings: [String], dates: [String])] = [:]

  init(_ listings: [Listing]) {
    totals = listings.reduce(into: [:]) { $0[$1.source, default: 0] += 1 }
  }

  mutating func add(_ listing: Listing, _ rule: String, isDate: Bool = false) {
    let key = Key(source: listing.source, rule: rule)
    if isDate {
      let date = "\(listing.title) (\(listing.start.date))"
      titles[key, default: ([], [])].dates.append(date)
    } else {
      titles[key, default: ([], [])].listings.append(listing.title)
    }
  }

  /// In the order of sources and rules. The list of titles in a long message is cut.
  var findings: [Finding] {
    titles.sorted { ($0.key.source, $0.key.rule) < ($1.key.source, $1.key.rule) }
      .map { key, titles in
        var parts: [String] = []
        if !titles.listings.isEmpty {
          parts.append(
            "\(titles.listings.count) of \(totals[key.source] ?? 0) listings: "
              + titles.listings.joined(separator: "; "))
        }
        if !titles.dates.isEmpty {
          let noun = titles.dates.count == 1 ? "date" : "dates"
          parts.append(
            "\(titles.dates.count) \(noun) of series: " + titles.dates.joined(separator: "; "))
        }
        return Finding(
          "I_RULE", source: key.source, subject: key.rule,
          message: "'\(key.rule)' rejects " + parts.joined(separator: ", and "),
          count: titles.listings.count + titles.dates.count)
      }
  }
}
