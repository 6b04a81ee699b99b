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
    // An earlier run may have read in the words what no source states; it is read anew.
    var events = try context.events.take(campus: campus.campus.id).map(\.asStated)
    context.expect(events.count, .events, of: campus.campus)
    let categorizer = Categorizer(
      taxonomy: context.settings.taxonomy,
      sourceTables: Dictionary(
        uniqueKeysWithValues: context.sources(of: campus.campus).map { ($0.id, $0.categories) }),
      model: context.settings.categoryModel, decisions: context.settings.decisions,
      tally: context.progress.tally)
    let batch = try await categorizer.run(events)
    let facets = FacetReader()
    var categorizations: [String: Categorization] = [:]
    for (event, record) in zip(events, batch.records) {
      let found = facets.facets(of: event)
      categorizations[event.id] = record.categorization
      categorizations[event.id]?.facets = found.isEmpty ? nil : found
    }
    let done = StageDone(
      stage: .categorize, key: campus.campus.id, fingerprint: fingerprint, taken: events.count,
      kept: batch.records.count, dropped: batch.dropped, findings: batch.findings)
    try context.workspace.saveCategorizations(
      events.compactMap { event in categorizations[event.id].map { (event.id, $0) } },
      campus: campus.campus.id, done: done)
    for index in events.indices { events[index].adopt(categorizations[events[index].id]) }
    context.events.give(events, campus: campus.campus.id)
    return done
  }
}
