import AlmanacFiles
public import AlmanacModel
public import AlmanacTime
public import Foundation

/// Publishes events as an edition: complete under `editions/<id>`, or not at all.
///
/// The contents and the previous edition determine every byte. So publishing again with the same
/// run time gives the same bytes.
public struct Publisher: Sendable {
  /// Which files of an edition are written in addition to its manifest.
  public enum Artifacts: Sendable {
    case all
    /// Only the database, which the comparison of two editions reads.
    case database
  }

  private let folder: URL
  private let keepEditions: Int
  private let artifacts: Artifacts
  private let zones: ZoneDatabase
  private let tally: WorkTally
  private let workers: Int

  /// - Parameters:
  ///   - folder: The output folder, which contains `editions/` and `latest`.
  ///   - keepEditions: Number of editions to retain; the previous one always remains.
  ///   - tally: Counts the processed events.
  ///   - workers: Number of parallel workers. It doesn't affect the bytes.
  public init(
    folder: URL, keepEditions: Int, artifacts: Artifacts = .all, zones: ZoneDatabase = .system,
    tally: WorkTally = .unwatched,
    workers: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    self.folder = folder
    self.keepEditions = keepEditions
    self.artifacts = artifacts
    self.zones = zones
    self.tally = tally
    self.workers = workers
  }

  /// The id of the oldest edition, if the run times of all editions are after `now`.
  public func oldestEdition(after now: Instant) throws -> String? {
    let stamp = EditionStore.stamp(of: now)
    return try EditionStore(output: folder).ids().first.flatMap {
      $0.hasPrefix(stamp) || $0 < stamp ? nil : $0
    }
  }

  /// Deletes temporary files of a killed run. The caller must hold the lock.
  public func sweep() throws {
    let editions = EditionStore(output: folder).editions
    for place in [folder, editions] where FileManager.default.fileExists(atPath: place.path) {
      try DurableFile.sweep(place)
    }
  }

  /// Writes an edition under a temporary name, renames it, and points `latest` to it last.
  ///
  /// - Parameter supply: The events, if they are too many for `contents`.
  /// - Throws: `FileError`, `EventSupplyError` and errors of the supply. On failure, published
  ///   editions don't change.
  public func publish(
    _ contents: EditionContents, events supply: EventSupply? = nil
  ) throws -> PublishedEdition {
    let store = EditionStore(output: folder)
    try DurableFile.makeFolder(store.editions)
    var findings: [Finding] = []
    let before = try store.current()
    let previous = try store.previous(before: contents.now, findings: &findings)
    let supply = supply ?? EventSupply(contents.events)
    var edition = try writeEdition(
      try writer(contents), from: supply, in: store, retaining: [previous?.id, before],
      previous: previous)
    edition.findings = findings + edition.findings
    return edition
  }

  /// Publishes the latest edition again with a later run time. Hard-links the files that don't
  /// depend on the run time, without reading them. The result equals that of `publish`.
  ///
  /// - Parameters:
  ///   - contents: Must equal the latest edition's contents except for `now`. Events, listings and
  ///     forecasts may be empty: the caller guarantees that they are unchanged.
  ///   - known: The latest edition, as `publish` returned it.
  /// - Returns: nil if more may differ: another edition is the latest, its files changed, the time
  ///   went back, or a new week has begun. Also nil on any other error: `publish` then skips a
  ///   damaged edition and reports it.
  /// - Throws: `FileError` if the latest edition can't be read.
  public func renew(
    _ contents: EditionContents, from known: SealedEdition
  ) throws -> PublishedEdition? {
    let store = EditionStore(output: folder)
    guard try store.current() == known.id,
      let manifest = try Self.manifest(of: known, in: store),
      EditionWriter.isUnchanged(contents, since: manifest)
    else { return nil }
    do {
      let previous = try store.open(known.id, manifest, isUnchanged: true)
      return try writeEdition(
        try writer(contents), from: nil, in: store, retaining: [known.id], previous: previous)
    } catch {
      return nil
    }
  }

  private func writer(_ contents: EditionContents) throws -> EditionWriter {
    var contents = contents
    contents.events = []
    contents.inputs.sort { ($0.source, $0.sha256) < ($1.source, $1.sha256) }
    return EditionWriter(
      contents: contents, artifacts: artifacts, zones: zones, workers: workers, tally: tally)
  }

  /// The manifest of an edition; nil if its files have changed.
  private static func manifest(
    of known: SealedEdition, in store: EditionStore
  ) throws -> EditionManifest? {
    let folder = store.folder(of: known.id)
    do {
      let manifest = try EditionManifest(folder: folder)
      let found = try SealedEdition(id: known.id, folder: folder, files: manifest.files)
      return found == known ? manifest : nil
    } catch let error as FileError where error.code != ENOENT {
      throw error
    } catch {
      // A full publication reports the error of the edition.
      return nil
    }
  }

  /// Writes an edition under a temporary name, renames it, points `latest` to it, and deletes old
  /// ones.
  ///
  /// - Parameters:
  ///   - supply: nil if the database is the previous edition's.
  ///   - kept: Ids of editions to retain.
  private func writeEdition(
    _ writer: EditionWriter, from supply: EventSupply?, in store: EditionStore,
    retaining kept: [String?], previous: PreviousEdition?
  ) throws -> PublishedEdition {
    let stamp = EditionStore.stamp(of: writer.contents.now)
    let temporary = store.editions.appending(path: DurableFile.temporaryPrefix + stamp)
    do {
      if FileManager.default.fileExists(atPath: temporary.path) {
        try FileManager.default.removeItem(at: temporary)
      }
      let builder = try EditionBuilder(folder: temporary, previous: previous)
      let written = try writer.write(supply, to: builder, previous: previous)
      let edition = try place(written, writer.contents, of: builder, stamp: stamp, in: store)
      try store.pointLatest(to: edition.id)
      try store.prune(keeping: keepEditions, and: Set(kept.compactMap(\.self) + [edition.id]))
      return edition
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw error
    }
  }

  /// Moves a written edition to its final folder, unless the same edition exists already.
  private func place(
    _ written: EditionWriter.Summary, _ contents: EditionContents, of builder: EditionBuilder,
    stamp: String, in store: EditionStore
  ) throws -> PublishedEdition {
    let id = "\(stamp)-\(builder.fingerprint().prefix(8))"
    let destination = store.folder(of: id)
    // The id contains a hash of the contents, but verify the files: the disk may be damaged.
    if builder.isWhole(destination, named: id) {
      try FileManager.default.removeItem(at: builder.folder)
    } else {
      try builder.seal(
        manifest: EditionManifest.bytes(
          edition: id, contents: contents, attributions: written.attributions,
          counts: written.rows.counts, files: builder.files))
      if FileManager.default.fileExists(atPath: destination.path) { try store.remove(id) }
      guard rename(builder.folder.path, destination.path) == 0 else {
        throw FileError(path: destination.path, code: errno)
      }
      try DurableFile.flush(folder: store.editions)
    }
    return PublishedEdition(
      id: id, folder: destination, counts: written.rows.counts, changes: written.rows.changes,
      linkedFiles: builder.linkedFiles,
      sealed: try SealedEdition(id: id, folder: destination, files: builder.files),
      findings: written.findings)
  }
}
