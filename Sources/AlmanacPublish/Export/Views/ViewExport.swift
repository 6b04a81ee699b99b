import AlmanacModel
import AlmanacTime
import GRDB

/// Writes the files of views. A query of the finished database selects the events, and the
/// exporters of all events write them.
struct ViewExport {
  let index: EditionIndex
  let builder: EditionBuilder
  let attributions: [Attribution]

  private var contents: EditionContents { index.contents }

  /// - Parameter isRenewal: Whether the files that do not depend on the run time exist already.
  /// - Returns: Findings, such as a place that the edition does not contain.
  func write(_ database: Database, isRenewal: Bool) throws -> [Finding] {
    var findings: [Finding] = []
    for view in contents.views {
      do {
        try write(view, database, isRenewal: isRenewal)
      } catch let error as QueryError {
        // Write empty files: if a file is missing, clients unsubscribe.
        try write(view, events: [], isRenewal: isRenewal)
        findings.append(
          Finding(
            "W_VIEW", severity: .warning, subject: view.id,
            message: "the view '\(view.id)' is empty: \(error); correct its filter in views.yaml"))
      }
    }
    return findings
  }

  private func write(_ view: EditionView, _ database: Database, isRenewal: Bool) throws {
    let ids = try EditionQuery(view.filter, in: database).events()
    try write(
      view, events: try StoredEvents(database, index).events(.ids(ids)), isRenewal: isRenewal)
  }

  private func write(_ view: EditionView, events: [StoredEvent], isRenewal: Bool) throws {
    let required = attributions.required(by: events)
    if !isRenewal {
      try builder.write(
        view.calendarPath,
        CalendarSet.calendar(
          of: events, required, index, path: view.calendarPath, title: view.name),
        records: events.count)
      try builder.write(
        view.featuresPath, EventFeatures.collection(of: events, required, index),
        records: events.count)
    }
    try UpcomingFeeds(index, attributions: required, title: view.name, paths: view.feeds)
      .write(events, to: builder)
    let pages = ViewPages(index: index, view: view, events: events, attributions: required)
    try builder.write(view.listPath, pages.list().utf8, records: events.count)
    try builder.write(view.digestPath, pages.digest().utf8)
    try builder.write(view.digestTextPath, pages.markdown().utf8)
  }

  static func dependsOnRunTime(_ path: String) -> Bool { path.hasPrefix("feeds/view/") }
}

extension [Attribution] {
  /// The attributions that the sources of some events require.
  func required(by events: [StoredEvent]) -> [Attribution] {
    let sources = events.reduce(into: Set<String>()) { $0.formUnion($1.published.sources) }
    return filter { $0.isGazetteer || sources.contains($0.id) }
  }
}
