import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// Writes the files of an edition: first the database, then all other files from it.
struct EditionWriter {
  static let changesPath = "changes.ndjson"

  let contents: EditionContents
  let artifacts: Publisher.Artifacts
  let zones: ZoneDatabase
  let workers: Int
  /// Counts the processed events.
  let tally: WorkTally

  /// Data for the manifest and the report.
  struct Summary {
    var rows: DatabaseBuilder.Summary
    var attributions: [Attribution]
    var findings: [Finding]
  }

  /// Whether an edition with the same inputs as an earlier one differs from it only in files that
  /// depend on the run time.
  ///
  /// Expiry depends on the week, and time zone rules of empty calendars depend on the year. So both
  /// must be the same.
  static func isUnchanged(_ contents: EditionContents, since manifest: EditionManifest) -> Bool {
    func year(_ instant: Instant) -> Int { Zone.utc.civil(at: instant).date.year }
    return manifest.now < contents.now && contents.sharesWeek(with: manifest.now)
      && year(manifest.now) == year(contents.now) && manifest.window == contents.window
      && manifest.schema == contents.schema
  }

  private static func dependsOnRunTime(_ path: String) -> Bool {
    path.hasPrefix("site/") || ViewExport.dependsOnRunTime(path)
      || [UpcomingFeeds.jsonPath, UpcomingFeeds.rssPath, changesPath].contains(path)
  }

  /// Writes the artifacts, but not the manifest.
  ///
  /// - Parameter supply: nil if the inputs equal the previous edition's, whose files are then
  ///   hard-linked.
  func write(
    _ supply: EventSupply?, to builder: EditionBuilder, previous: PreviousEdition?
  ) throws -> Summary {
    guard let supply else { return try link(previous, to: builder) }
    let index = EditionIndex(contents, zones: zones)
    let url = try builder.url(for: EditionDatabase.path)
    let database = try EditionDatabase(at: url, previous: previous?.database.url)
    let facets = try DatabaseBuilder(
      index: index, supply: supply, previous: previous, workers: workers, tally: tally
    ).write(database)
    // Exporters read the committed rows while this thread completes the database.
    try database.beginSharing()
    let exports = try Exports(index, of: url, to: builder, previous, workers)
    let hasExports = artifacts == .all
    let findings = try Workers.map(hasExports ? 2 : 0, workers: workers) {
      $0 == 0 ? try exports.writeEvents() : try exports.writeDated(isRenewal: false)
    } beside: {
      try DatabaseBuilder.complete(database, with: facets)
    }
    if hasExports { try exports.writeCatalog() }
    try exports.reader.close()
    try database.finish()
    let events = exports.rows.counts.first?.count ?? 0
    // Views are queries, which need the tables of the search.
    let ofViews = try !hasExports || contents.views.isEmpty ? [] : exports.writeViews(of: url)
    try builder.addWritten(EditionDatabase.path, records: events)
    return Summary(
      rows: exports.rows, attributions: exports.attributions,
      findings: findings.flatMap(\.self) + ofViews)
  }

  /// Hard-links all files that don't depend on the run time, and writes the others.
  private func link(_ previous: PreviousEdition?, to builder: EditionBuilder) throws -> Summary {
    for file in previous?.files.values.sorted(by: { $0.path < $1.path }) ?? []
    where artifacts == .database
      ? file.path == EditionDatabase.path : !Self.dependsOnRunTime(file.path)
    {
      guard try builder.linkUnread(file) else { throw LinkError.notShared(path: file.path) }
    }
    let url = builder.folder.appending(path: EditionDatabase.path)
    let reader = try StoredDatabase(at: url)
    let providers = try reader.read { database in
      try Row.fetchAll(database, sql: "SELECT DISTINCT source, provider FROM forecast")
        .compactMap { row in
          WeatherProvider(rawValue: row[1]).map { (row[0] as String, $0) }
        }
    }
    try reader.close()
    let index = EditionIndex(
      contents, providers: Dictionary(providers, uniquingKeysWith: { first, _ in first }),
      zones: zones)
    let exports = try Exports(index, of: url, to: builder, previous, workers)
    var findings: [Finding] = []
    if artifacts == .all {
      findings += try exports.writeDated(isRenewal: true)
      findings += try exports.reader.read { try exports.writeViews($0, isRenewal: true) }
    }
    try exports.reader.close()
    return Summary(rows: exports.rows, attributions: exports.attributions, findings: findings)
  }

  /// The file system can't hard-link a file.
  private enum LinkError: Error {
    case notShared(path: String)
  }
}

/// Writes files from an edition's database.
private struct Exports: Sendable {
  let reader: StoredDatabase
  let rows: DatabaseBuilder.Summary
  let attributions: [Attribution]
  private let index: EditionIndex
  private let builder: EditionBuilder
  private let previous: PreviousEdition?
  private let workers: Int

  init(
    _ index: EditionIndex, of url: URL, to builder: EditionBuilder, _ previous: PreviousEdition?,
    _ workers: Int
  ) throws {
    self.index = index
    self.builder = builder
    self.previous = previous
    self.workers = workers
    reader = try StoredDatabase(at: url)
    (rows, attributions) = try reader.read { database in
      (
        try DatabaseBuilder.summary(of: database, at: index.contents.now),
        try index.attributions(in: database)
      )
    }
  }

  /// Writes the files that depend only on the events.
  func writeEvents() throws -> [Finding] {
    try EventExport(
      index: index, database: reader.url, builder: builder, previous: previous,
      attributions: attributions, workers: workers
    ).write()
    try TransitFeatures(index.contents, builder).write(attributions)
    try PlaceImage.writeFiles(of: index.contents, to: builder)
    for schema in index.contents.schemas {
      try builder.write("schema/\(schema.name).schema.json", schema.bytes)
    }
    try reader.read { database in
      try ChangeFeed(database, index.contents).write(attributions: attributions, to: builder)
      try PostFeed(index)?.write(database, attributions: attributions, to: builder)
      try ChangePages(index.contents, attributions: attributions)?.write(database, to: builder)
    }
    return []
  }

  /// Writes the files that also depend on the run time.
  func writeDated(isRenewal: Bool) throws -> [Finding] {
    try reader.read { database in
      try writeChanges(database)
      try UpcomingFeeds(index, attributions: attributions).write(database, to: builder)
      return try SiteWriter(
        index, previous: previous, isRenewal: isRenewal, workers: workers
      ).write(database, attributions: attributions, to: builder)
    }
  }

  /// Writes the descriptions of the database and of all files.
  func writeCatalog() throws {
    let paths = builder.files.map(\.path)
    try builder.write(
      DatasetteMetadata.path, json: DatasetteMetadata(index.contents, attributions: attributions))
    try reader.read { database in
      try builder.write(
        DataPackage.path,
        json: try DataPackage(
          index.contents, attributions: attributions, paths: paths, database: database))
      try builder.write(
        DataCatalog.path,
        json: try DataCatalog(
          index.contents, attributions: attributions, paths: paths, database: database))
    }
  }

  /// Writes the files of views from a finished database.
  func writeViews(of url: URL) throws -> [Finding] {
    let reader = try StoredDatabase(at: url)
    let findings = try reader.read { try writeViews($0, isRenewal: false) }
    try reader.close()
    return findings
  }

  func writeViews(_ database: Database, isRenewal: Bool) throws -> [Finding] {
    try ViewExport(index: index, builder: builder, attributions: attributions)
      .write(database, isRenewal: isRenewal)
  }

  private func writeChanges(_ database: Database) throws {
    let file = try builder.file(EditionWriter.changesPath)
    try ChangeLog.forEachChange(at: index.contents.now, in: database) { change in
      var json = JSONWriter()
      change.write(to: &json)
      try file.append(json.bytes)
      file.records += 1
    }
    try builder.finish(file)
  }
}
