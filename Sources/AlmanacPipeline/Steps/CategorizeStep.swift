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
    var events = try context.events.take(campus: campus.campus.id)
    context.expect(events.count, .events, of: campus.campus)
    let categorizer = Categorizer(
      taxonomy: context.settings.taxonomy,
      sourceTables: Dictionary(
        uniqueKeysWithValues: context.sources(of: campus.campus).map { ($0.id, $0.categories) }),
      model: context.settings.categoryModel, decisions: context.settings.decisions,
      tally: context.progress.tally)
    let batch = try await categorizer.run(events)
    let done = StageDone(
      stage: .categorize, key: campus.campus.id, fingerprint: fingerprint, taken: events.count,
      kept: batch.records.count, dropped: batch.dropped, findings: batch.findings)
    try context.workspace.saveCategorizations(
      batch.records.map { ($0.id, $0.categorization) }, campus: campus.campus.id, done: done)
    let categorizations = Dictionary(
      batch.records.map { ($0.id, $0.categorization) }, uniquingKeysWith: { first, _ in first })
    for index in events.indices {
      events[index].categorization = categorizations[events[index].id]
    }
    context.events.give(events, campus: campus.campus.id)
    return done
  }
}
