import AlmanacModel
import AlmanacRefine
import AlmanacStore

/// Gives every event its category.
struct CategorizeStep {
  let context: RunContext

  func run(into report: inout RunReport) async throws {
    try await CampusStep(context: context, stage: .categorize).run(
      into: &report,
      fingerprint: { campus, print in
        print.combine(try context.ledger(.deduplicate, keys: [campus.campus.id]))
        try print.combine(context.settings.taxonomy)
        print.combine(context.settings.categoryModelDigest)
        try print.combine(context.settings.decisions.set)
        for source in context.sources(of: campus.campus) { try print.combine(source.categories) }
      },
      work: categorize)
  }

  private func categorize(_ campus: Settings.CampusSettings, _ fingerprint: String) async throws
    -> StageDone
  {
    let events = try await context.events.take(campus: campus.campus.id)
    context.expect(events.count, .events, of: campus.campus)
    let categorizer = Categorizer(
      taxonomy: context.settings.taxonomy,
      sourceTables: Dictionary(
        uniqueKeysWithValues: context.sources(of: campus.campus).map { ($0.id, $0.categories) }),
      model: context.settings.categoryModel, decisions: context.settings.decisions,
      tally: context.progress.tally)
    var categorized: [Event] = []
    categorized.reserveCapacity(events.count)
    var findings: [Finding] = []
    try await OrderedWorkers.run(Self.parts(of: events), width: context.options.workers) {
      try await Self.categorize(events[$0], by: categorizer)
    } receive: { part in
      categorized += part.events
      findings += part.findings
    }
    let done = StageDone(
      stage: .categorize, key: campus.campus.id, fingerprint: fingerprint, taken: events.count,
      kept: categorized.count, dropped: 0, findings: Self.once(findings))
    try context.workspace.saveCategorizations(
      categorized.compactMap { event in event.categorization.map { (event.id, $0) } },
      campus: campus.campus.id, done: done)
    context.events.give(categorized, campus: campus.campus.id)
    return done
  }

  /// Events that a worker takes at once.
  private static let part = 1_024

  private static func parts(of events: [Event]) -> [Range<Int>] {
    stride(from: 0, to: max(events.count, 1), by: part).map { $0..<min($0 + part, events.count) }
  }

  private static func categorize(
    _ events: ArraySlice<Event>, by categorizer: Categorizer
  ) async throws -> (events: [Event], findings: [Finding]) {
    // An earlier run may have read in the words what no source states; it is read anew.
    var events = events.map(\.asStated)
    let batch = try await categorizer.run(events)
    let facets = FacetReader()
    for (index, record) in zip(events.indices, batch.records) {
      let found = facets.facets(of: events[index])
      var categorization = record.categorization
      categorization.facets = found.isEmpty ? nil : found
      events[index].adopt(categorization)
    }
    return (events, batch.findings)
  }

  /// What several parts found is told once, as the first of them found it: names that the taxonomy lacks,
  /// then publishers' words, each in their order.
  private static func once(_ findings: [Finding]) -> [Finding] {
    var first: [[String]: Finding] = [:]
    for finding in findings {
      let key = [finding.code.rawValue, finding.subject ?? ""]
      if first[key] == nil { first[key] = finding }
    }
    return first.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }
}
