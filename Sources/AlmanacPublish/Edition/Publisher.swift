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

  /// Writes an edition under a temporary name, renames it, and points `latest` to it last.
  ///
  /// - Parameter supply: The events, where they are too many for the contents.
  /// - Throws: `FileError` where the disk refuses, `EventSupplyError`, and what the supply throws;
  ///   nothing that was published before is changed.
  public func publish(
    _ contents: EditionContents, events supply: EventSupply? = nil
  ) throws -> PublishedEdition {
    let shelf = EditionShelf(output: folder)
    try DurableFile.makeFolder(shelf.editions)
    var findings: [Finding] = []
    let before = try shelf.current()
    let previous = try shelf.previous(before: contents.now, noting: &findings)
    let supply = supply ?? EventSupply(contents.events)
    var edition = try shelve(
      try writer(contents), from: supply, on: shelf, beside: [previous?.id, before],
      previous: previous)
    edition.findings = findings + edition.findings
    return edition
  }

  /// Publishes the newest edition again with a later run time: the files that do not depend on it are
  /// linked, unread. The edition is the one that `publish` would make.
  ///
  /// - Parameters:
  ///   - contents: Must equal the newest edition's but for the run time. Events, listings and forecasts
  ///     may be missing.
  ///   - known: The newest edition, as `publish` returned it.
  /// - Returns: nil where more may differ: another edition is the newest, its files were changed, the
  ///   clock was put back, or a week has begun. Also where anything fails: `publish` then skips a damaged
  ///   edition and reports it.
  /// - Throws: `FileError` where the newest edition can't be read.
  public func renew(
    _ contents: EditionContents, from known: SealedEdition
  ) throws -> PublishedEdition? {
    let shelf = EditionShelf(output: folder)
    guard try shelf.current() == known.id,
      let manifest = try Self.manifest(of: known, on: shelf),
      EditionWriter.isUnchanged(contents, since: manifest)
    else { return nil }
    do {
      let previous = try shelf.open(known.id, manifest, isKnown: true)
      return try shelve(
        try writer(contents), from: nil, on: shelf, beside: [known.id], previous: previous)
    } catch {
      return nil
    }
  }

  private func writer(_ contents: EditionContents) throws -> EditionWriter {
    var contents = contents
    contents.events = []
    contents.inputs.sort { ($0.source, $0.sha256) < ($1.source, $1.sha256) }
    return EditionWriter(
      contents: contents, zones: zones, workers: workers, tally: tally, release: release)
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
      // Publishing in full reports what is wrong with it.
      return nil
    }
  }

  /// Lets an edition be written under a temporary name, renames it, points `latest` to it, and removes
  /// old ones.
  ///
  /// - Parameters:
  ///   - supply: nil where the database of the previous edition is this one's.
  ///   - kept: Ids of editions that stay.
  private func shelve(
    _ writer: EditionWriter, from supply: EventSupply?, on shelf: EditionShelf,
    beside kept: [String?], previous: PreviousEdition?
  ) throws -> PublishedEdition {
    let stamp = writer.contents.now.rfc3339.filter { $0 != "-" && $0 != ":" }
    let aside = shelf.editions.appending(path: DurableFile.temporaryPrefix + stamp)
    do {
      if FileManager.default.fileExists(atPath: aside.path) {
        try FileManager.default.removeItem(at: aside)
      }
      let builder = try EditionBuilder(folder: aside, previous: previous)
      let written = try writer.write(supply, to: builder, previous: previous)
      let edition = try place(written, writer.contents, of: builder, stamp: stamp, on: shelf)
      try shelf.pointLatest(to: edition.id)
      try shelf.prune(keeping: keepEditions, and: Set(kept.compactMap(\.self) + [edition.id]))
      return edition
    } catch {
      try? FileManager.default.removeItem(at: aside)
      throw error
    }
  }

  private func place(
    _ written: EditionWriter.Summary, _ contents: EditionContents, of builder: EditionBuilder,
    stamp: String, on shelf: EditionShelf
  ) throws -> PublishedEdition {
    let id = "\(stamp)-\(builder.fingerprint().prefix(8))"
    let destination = shelf.folder(of: id)
    // The name is a hash of the contents, and only whole editions have names; but disks fail.
    if builder.isWhole(destination, named: id) {
      try FileManager.default.removeItem(at: builder.folder)
    } else {
      try builder.seal(
        manifest: EditionManifest.bytes(
          edition: id, contents: contents, attributions: written.attributions,
          counts: written.rows.counts, files: builder.files))
      if FileManager.default.fileExists(atPath: destination.path) { try shelf.remove(id) }
      guard rename(builder.folder.path, destination.path) == 0 else {
        throw FileError(path: destination.path, code: errno)
      }
      try DurableFile.flush(folder: shelf.editions)
    }
    return PublishedEdition(
      id: id, folder: destination, counts: written.rows.counts, changes: written.rows.changes,
      linkedFiles: builder.linkedFiles,
      sealed: try SealedEdition(id: id, folder: destination, files: builder.files),
      findings: written.findings)
  }
}
