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
    let stamp = contents.now.rfc3339.filter { $0 != "-" && $0 != ":" }
    let aside = shelf.editions.appending(path: DurableFile.temporaryPrefix + stamp)
    do {
      let edition = try build(
        contents, supply, in: aside, stamp: stamp, previous: previous, shelf: shelf,
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

  private func build(
    _ contents: EditionContents, _ supply: EventSupply, in aside: URL, stamp: String,
    previous: PreviousEdition?, shelf: EditionShelf, findings: [Finding]
  ) throws -> PublishedEdition {
    let gate = PublicGate(contents.listings)
    let contents = Self.publishable(contents)
    if FileManager.default.fileExists(atPath: aside.path) {
      try FileManager.default.removeItem(at: aside)
    }
    let builder = try EditionBuilder(folder: aside, previous: previous)
    let index = EditionIndex(contents, zones: zones)
    let summary = try EditionWriter(
      index: index, supply: supply, gate: gate, builder: builder, previous: previous,
      workers: workers, tally: tally, release: release
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

  /// The contents without events, which are supplied.
  private static func publishable(_ contents: EditionContents) -> EditionContents {
    var contents = contents
    contents.events = []
    contents.inputs.sort { ($0.source, $0.sha256) < ($1.source, $1.sha256) }
    return contents
  }
}
