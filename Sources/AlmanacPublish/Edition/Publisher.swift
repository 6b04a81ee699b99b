import AlmanacFiles
public import AlmanacModel
public import AlmanacTime
public import Foundation

/// Turns events into an edition: complete under `editions/<id>`, or not there at all.
///
/// An edition is a function of its contents and of the edition before, so that publishing again
/// with the same clock gives the same bytes.
public struct Publisher: Sendable {
  private let folder: URL
  private let keepEditions: Int
  private let zones: ZoneDatabase
  private let tally: WorkTally

  /// - Parameters:
  ///   - folder: The output folder, which holds `editions/` and `latest`.
  ///   - keepEditions: How many editions stay; the one before always does.
  ///   - tally: Counts the events.
  public init(
    folder: URL, keepEditions: Int, zones: ZoneDatabase = .system, tally: WorkTally = .unwatched
  ) {
    self.folder = folder
    self.keepEditions = keepEditions
    self.zones = zones
    self.tally = tally
  }

  /// Id of the edition that `latest` of an output folder points to; nil before the first one.
  ///
  /// - Throws: `FileError` where the link can't be read.
  public static func latestEdition(in folder: URL) throws -> String? {
    try EditionShelf(output: folder).current()
  }

  /// Removes what a killed run left unfinished. The caller holds the lock.
  public func sweep() throws {
    let editions = EditionShelf(output: folder).editions
    for place in [folder, editions] where FileManager.default.fileExists(atPath: place.path) {
      try DurableFile.sweep(place)
    }
  }

  /// Writes an edition aside, puts it in its place, and points `latest` to it last.
  ///
  /// - Throws: `FileError` where the disk refuses; nothing that was published before is touched.
  public func publish(_ contents: EditionContents) throws -> PublishedEdition {
    let shelf = EditionShelf(output: folder)
    try DurableFile.makeFolder(shelf.editions)
    var findings: [Finding] = []
    let before = try shelf.current()
    let previous = try shelf.previous(before: contents.now, noting: &findings)
    var contents = Self.publishable(contents)
    if let previous { try keepWithdrawn(of: previous, in: &contents, noting: &findings) }
    let stamp = contents.now.rfc3339.filter { $0 != "-" && $0 != ":" }
    let aside = shelf.editions.appending(path: DurableFile.temporaryPrefix + stamp)
    do {
      let edition = try build(
        contents, in: aside, stamp: stamp, previous: previous, shelf: shelf,
        findings: findings)
      try shelf.pointLatest(to: edition.id)
      let kept = Set([edition.id, previous?.id, before].compactMap { $0 })
      try shelf.prune(keeping: keepEditions, and: kept)
      return edition
    } catch {
      try? FileManager.default.removeItem(at: aside)
      throw error
    }
  }

  /// A damaged edition before costs what was withdrawn since, not tonight's.
  private func keepWithdrawn(
    of previous: PreviousEdition, in contents: inout EditionContents,
    noting findings: inout [Finding]
  ) throws {
    do {
      try previous.database.lend { database in
        try WithdrawnEvents(database, zones: zones).add(to: &contents)
      }
    } catch let error as FileError {
      throw error
    } catch {
      findings.append(
        Finding(
          "W_EDITION_UNREADABLE", severity: .warning, subject: previous.id,
          message: "what was withdrawn since this edition can't be read from it (\(error)), and is "
            + "gone instead of cancelled; remove the edition"))
    }
  }

  private func build(
    _ contents: EditionContents, in aside: URL, stamp: String, previous: PreviousEdition?,
    shelf: EditionShelf, findings: [Finding]
  ) throws -> PublishedEdition {
    if FileManager.default.fileExists(atPath: aside.path) {
      try FileManager.default.removeItem(at: aside)
    }
    let builder = try EditionBuilder(folder: aside, previous: previous)
    let index = EditionIndex(contents, zones: zones)
    let summary = try EditionWriter(
      index: index, builder: builder, previous: previous, tally: tally
    ).write()
    let id = "\(stamp)-\(builder.fingerprint().prefix(8))"
    let destination = shelf.folder(of: id)
    // Its name says what is in it, and only whole editions have names; but disks fail.
    if builder.isWhole(destination, named: id) {
      try FileManager.default.removeItem(at: aside)
    } else {
      try builder.seal(
        manifest: EditionManifest.bytes(
          edition: id, contents: contents, attributions: summary.attributions,
          counts: summary.counts, files: builder.files))
      if FileManager.default.fileExists(atPath: destination.path) { try shelf.remove(id) }
      guard rename(aside.path, destination.path) == 0 else {
        throw FileError(path: destination.path, code: errno)
      }
      try DurableFile.flush(folder: shelf.editions)
    }
    return PublishedEdition(
      id: id, folder: destination, counts: summary.counts, changes: summary.changes,
      linkedFiles: builder.linkedFiles, findings: findings + summary.findings)
  }

  /// The contents in the order that everything written relies on, without what is not public:
  /// the stages before have dropped it, this is the last gate.
  private static func publishable(_ contents: EditionContents) -> EditionContents {
    var contents = contents
    let hidden = Set(contents.listings.filter { $0.visibility != .public }.map(\.id))
    if !hidden.isEmpty {
      contents.listings.removeAll { hidden.contains($0.id) }
      let tags = Dictionary(
        contents.listings.map { ($0.id, $0.tags) }, uniquingKeysWith: { first, _ in first })
      contents.events = contents.events.compactMap { event in
        let stating = event.listings.map(\.id) + event.provenance.values
        return hidden.isDisjoint(with: stating) ? event : without(hidden, event, tags: tags)
      }
    }
    contents.events.sort { $0.id.precedes($1.id) }
    contents.inputs.sort { ($0.source, $0.sha256) < ($1.source, $1.sha256) }
    return contents
  }

  /// The event as its other listings state it; nil where its words are a hidden listing's, or
  /// where nobody noted whose they are.
  private static func without(
    _ hidden: Set<String>, _ event: Event, tags: [String: [String]]
  ) -> Event? {
    var event = event
    event.listings.removeAll { hidden.contains($0.id) }
    guard !event.listings.isEmpty, !event.provenance.isEmpty,
      !event.provenance.values.contains(where: hidden.contains)
    else { return nil }
    // The first listing of an occurrence gives its words.
    event.occurrences.removeAll { $0.listings.first.map(hidden.contains) ?? false }
    for index in event.occurrences.indices {
      event.occurrences[index].listings.removeAll(where: hidden.contains)
    }
    // Tags are those of all listings together.
    let stated = Set(event.listings.flatMap { tags[$0.id] ?? [] })
    event.tags.removeAll { !stated.contains($0) }
    return event.occurrences.isEmpty ? nil : event
  }
}
