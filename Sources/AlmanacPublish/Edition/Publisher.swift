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
  private let workers: Int
  private let release: @Sendable () -> Void

  /// - Parameters:
  ///   - folder: The output folder, which holds `editions/` and `latest`.
  ///   - keepEditions: How many editions stay; the one before always does.
  ///   - tally: Counts the events.
  ///   - workers: How many things are done at once; the bytes are the same with any number.
  ///   - release: Called once all events have been looked at, when the process may let go of what only
  ///     that needed.
  public init(
    folder: URL, keepEditions: Int, zones: ZoneDatabase = .system, tally: WorkTally = .unwatched,
    workers: Int = ProcessInfo.processInfo.activeProcessorCount,
    release: @escaping @Sendable () -> Void = {}
  ) {
    self.folder = folder
    self.keepEditions = keepEditions
    self.zones = zones
    self.tally = tally
    self.workers = workers
    self.release = release
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
  /// - Parameter supply: The events, where they are too many to be held in the contents.
  /// - Throws: `FileError` where the disk refuses, `EventSupplyError`, and what the supply throws;
  ///   nothing that was published before is touched.
  public func publish(
    _ contents: EditionContents, events supply: EventSupply? = nil
  ) throws -> PublishedEdition {
    let shelf = EditionShelf(output: folder)
    try DurableFile.makeFolder(shelf.editions)
    var findings: [Finding] = []
    let before = try shelf.current()
    let previous = try shelf.previous(before: contents.now, noting: &findings)
    var contents = contents
    var supply = supply ?? EventSupply(contents.events)
    if let previous {
      supply = try keepWithdrawn(of: previous, supply, in: &contents, noting: &findings)
    }
    let gate = PublicGate(contents.listings)
    let index = EditionIndex(Self.publishable(contents), zones: zones)
    let kept = [previous?.id, before]
    return try shelve(on: shelf, at: contents.now, beside: kept, previous: previous) { builder in
      let summary = try EditionWriter(
        index: index, supply: supply, gate: gate, builder: builder, previous: previous,
        workers: workers, tally: tally, release: release
      ).write()
      return Written(
        contents: index.contents, counts: summary.counts, changes: summary.changes,
        attributions: summary.attributions, findings: findings + summary.findings)
    }
  }

  /// Publishes again, with a later clock, what the newest edition says: all files that do not depend on the
  /// clock are shared with it, unread. The edition is the one that `publish` would make.
  ///
  /// - Parameters:
  ///   - contents: Nothing but the clock differs in them from those that the edition was made of; events,
  ///     listings and forecasts may be missing, whoever calls knows that they are the same.
  ///   - known: The newest edition, as publishing told of it.
  ///   - lookup: Gives the events that the page and the feeds show.
  /// - Returns: nil where more than that may differ: where another edition is the newest, its files were
  ///   touched, the clock was put back, or a week has begun. Also where anything fails on the way: `publish`
  ///   passes over an edition that is damaged, and tells what lasts.
  /// - Throws: `FileError` where the disk tells nothing of the newest edition.
  public func renew(
    _ contents: EditionContents, from known: SealedEdition, lookup: EventLookup
  ) throws -> PublishedEdition? {
    let shelf = EditionShelf(output: folder)
    guard try shelf.current() == known.id,
      let manifest = try Self.manifest(of: known, on: shelf),
      EditionRenewal.isPossible(contents, after: manifest)
    else { return nil }
    let contents = Self.publishable(contents)
    do {
      let previous = try shelf.open(known.id, manifest, isKnown: true)
      return try shelve(on: shelf, at: contents.now, beside: [known.id], previous: previous) {
        let summary = try EditionRenewal(
          previous: previous, manifest: manifest, lookup: lookup, zones: zones, builder: $0
        ).write(contents)
        return Written(
          contents: contents, counts: summary.counts,
          changes: Change.Kind.allCases.map { ($0.rawValue, 0) },
          attributions: summary.attributions, findings: summary.findings)
      }
    } catch {
      // What lasts is told by making it in full, and so is what is wrong with the edition before.
      return nil
    }
  }

  /// nil where the edition is not as it was sealed.
  private static func manifest(
    of known: SealedEdition, on shelf: EditionShelf
  ) throws -> EditionManifest? {
    let folder = shelf.folder(of: known.id)
    do {
      let manifest = try EditionManifest(folder: folder)
      let found = try SealedEdition(id: known.id, folder: folder, files: manifest.files)
      return found == known ? manifest : nil
    } catch let error as FileError where error.code != ENOENT {
      throw error
    } catch {
      // It is made in full, which tells what is wrong with it.
      return nil
    }
  }

  /// A damaged edition before costs what was withdrawn since, not tonight's.
  private func keepWithdrawn(
    of previous: PreviousEdition, _ supply: EventSupply, in contents: inout EditionContents,
    noting findings: inout [Finding]
  ) throws -> EventSupply {
    do {
      var noted = contents
      let all = try previous.database.lend { database in
        try WithdrawnEvents(database, zones: zones).adding(to: supply, noting: &noted)
      }
      contents = noted
      return all
    } catch let error as FileError {
      throw error
    } catch {
      findings.append(
        Finding(
          "W_EDITION_UNREADABLE", severity: .warning, subject: previous.id,
          message: "what was withdrawn since this edition can't be read from it (\(error)), and is "
            + "gone instead of cancelled; remove the edition"))
      return supply
    }
  }

  /// What was written of an edition whose files are all there but for the manifest.
  private struct Written {
    var contents: EditionContents
    var counts: [(name: String, count: Int)]
    var changes: [(kind: String, count: Int)]
    var attributions: [Attribution]
    var findings: [Finding]
  }

  /// Lets an edition be written aside, puts it in its place, points `latest` to it, and removes old ones.
  ///
  /// - Parameter kept: Ids of editions that stay.
  private func shelve(
    on shelf: EditionShelf, at now: Instant, beside kept: [String?], previous: PreviousEdition?,
    _ write: (EditionBuilder) throws -> Written
  ) throws -> PublishedEdition {
    let stamp = now.rfc3339.filter { $0 != "-" && $0 != ":" }
    let aside = shelf.editions.appending(path: DurableFile.temporaryPrefix + stamp)
    do {
      if FileManager.default.fileExists(atPath: aside.path) {
        try FileManager.default.removeItem(at: aside)
      }
      let builder = try EditionBuilder(folder: aside, previous: previous)
      let edition = try place(try write(builder), of: builder, stamp: stamp, on: shelf)
      try shelf.pointLatest(to: edition.id)
      try shelf.prune(keeping: keepEditions, and: Set(kept.compactMap(\.self) + [edition.id]))
      return edition
    } catch {
      try? FileManager.default.removeItem(at: aside)
      throw error
    }
  }

  private func place(
    _ written: Written, of builder: EditionBuilder, stamp: String, on shelf: EditionShelf
  ) throws -> PublishedEdition {
    let id = "\(stamp)-\(builder.fingerprint().prefix(8))"
    let destination = shelf.folder(of: id)
    // Its name says what is in it, and only whole editions have names; but disks fail.
    if builder.isWhole(destination, named: id) {
      try FileManager.default.removeItem(at: builder.folder)
    } else {
      try builder.seal(
        manifest: EditionManifest.bytes(
          edition: id, contents: written.contents, attributions: written.attributions,
          counts: written.counts, files: builder.files))
      if FileManager.default.fileExists(atPath: destination.path) { try shelf.remove(id) }
      guard rename(builder.folder.path, destination.path) == 0 else {
        throw FileError(path: destination.path, code: errno)
      }
      try DurableFile.flush(folder: shelf.editions)
    }
    return PublishedEdition(
      id: id, folder: destination, counts: written.counts, changes: written.changes,
      linkedFiles: builder.linkedFiles,
      sealed: try SealedEdition(id: id, folder: destination, files: builder.files),
      findings: written.findings)
  }

  /// The contents without events, which are supplied.
  private static func publishable(_ contents: EditionContents) -> EditionContents {
    var contents = contents
    contents.events = []
    contents.inputs.sort { ($0.source, $0.sha256) < ($1.source, $1.sha256) }
    return contents
  }
}
