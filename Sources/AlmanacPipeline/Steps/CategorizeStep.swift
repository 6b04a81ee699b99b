import AlmanacModel
import AlmanacRefine
import AlmanacStore

/// Gives every event its category.
struct CategorizeStep {
  let context: RunContext

  func run(into report: inout RunReport) async throws {
    try await CampusStep(context: context, stage: .categorize).run(
      into: &report,
      fingerprint: { campus, inputs in
        inputs.combine(try context.ledger(.deduplicate, keys: [campus.campus.id]))
        try context.combineCategories(of: campus.campus, into: &inputs)
      },
      work: categorize)
  }

  private func categorize(_ campus: Settings.CampusSettings, _ fingerprint: String) async throws
    -> StageRecord
  {
    let categorizer = try await categorizer(of: campus.campus)
    var rules = Fingerprint(.categorize)
    try context.combineCategories(of: campus.campus, into: &rules)
    rules.combine(categorizer.modelDigest.map(String.init) ?? "")
    // Otherwise findings about unknown categories need all events.
    let keptRules = categorizer.knowsDecidedCategories ? rules.value : nil
    let pending = try context.pendingEvents(.categorize, of: campus.campus, rules: keptRules)
    let events = try await context.events(of: campus.campus, only: pending)
    context.expect(events.count, .events, of: campus.campus)
    let (categorized, reading) = try await read(events, by: categorizer)
    let record = StageRecord(
      stage: .categorize, key: campus.campus.id, fingerprint: fingerprint,
      read: try context.workspace.eventCount(campus: campus.campus.id), accepted: categorized.count,
      rejected: 0, findings: [])
    return try context.workspace.saveCategorizations(
      categorized.compactMap { event in event.categorization.map { (event.id, $0) } },
      unmapped: reading.unmapped, renewing: pending, rules: keptRules,
      campus: campus.campus.id, record: record,
      noting: { Categorizer.findings(unknown: reading.unknown, unmapped: $0) })
  }

  /// The categorizer with the words of the campus's events that a table has a category for.
  private func categorizer(of campus: Campus) async throws -> Categorizer {
    let categorizer = context.categorizer(of: campus, tally: context.progress.tally)
    guard context.settings.categoryModel != nil,
      try context.workspace.eventCount(campus: campus.id) <= Categorizer.mostAdapted
    else { return categorizer }
    return categorizer.adapted(to: try await context.events(of: campus, only: nil))
  }

  /// Events that a worker takes at once.
  private static let part = 1_024

  private func read(
    _ events: [Event], by categorizer: Categorizer
  ) async throws -> (events: [Event], Categorizer.Reading) {
    // Categories that decisions name are also checked without events.
    let parts = events.isEmpty ? [events[...]] : events.chunks(of: Self.part)
    var categorized: [Event] = []
    categorized.reserveCapacity(events.count)
    var all = Categorizer.Reading()
    try await OrderedWorkers.run(parts, width: context.options.workers) {
      Self.categorize($0, by: categorizer)
    } receive: { events, reading in
      categorized += events
      all.unmapped += reading.unmapped
      all.unknown.formUnion(reading.unknown)
    }
    return (categorized, all)
  }

  private static func categorize(
    _ events: ArraySlice<Event>, by categorizer: Categorizer
  ) -> (events: [Event], Categorizer.Reading) {
    // Facets that an earlier run inferred from the text are recomputed.
    var events = events.map(\.withoutFacets)
    let reading = categorizer.read(events)
    let facets = FacetReader()
    for (index, record) in zip(events.indices, reading.records) {
      let found = facets.facets(of: events[index])
      var categorization = record.categorization
      categorization.facets = found.isEmpty ? nil : found
      events[index].adopt(categorization)
    }
    return (events, reading)
  }
}
