import AlmanacFiles
public import AlmanacModel
public import AlmanacTime
public import Foundation

/// The editions of an output folder, for those who look back: `diff`, `rollback`, `prune`.
public struct EditionArchive: Sendable {
  public struct Entry: Hashable, Sendable {
    public var id: String
    /// The clock of its run.
    public var now: Instant
    /// The stretch in which its occurrences were expanded.
    public var window: Window
    /// Whether `latest` points to it.
    public var isLatest: Bool
    public var folder: URL
    /// By path, lower-case hex SHA-256.
    public var files: [String: String]
    /// Of its files, shared or not.
    public var bytes: Int
  }

  private let shelf: EditionShelf
  /// Oldest first; without those that can't be read.
  public let entries: [Entry]

  /// - Parameter output: the output folder, which holds `editions/` and `latest`.
  public init(output: URL) throws {
    shelf = EditionShelf(output: output)
    let current = try shelf.current()
    var entries: [Entry] = []
    for id in try shelf.ids() {
      let folder = shelf.folder(of: id)
      guard let manifest = try? EditionManifest(folder: folder) else { continue }
      entries.append(
        Entry(
          id: id, now: manifest.now, window: manifest.window, isLatest: id == current,
          folder: folder,
          files: Dictionary(
            manifest.files.map { ($0.path, $0.sha256) }, uniquingKeysWith: { first, _ in first }),
          bytes: manifest.files.reduce(0) { $0 + $1.bytes }))
    }
    self.entries = entries.sorted { ($0.now, $0.id) < ($1.now, $1.id) }
  }

  /// The edition that `latest` points to.
  public var latest: Entry? { entries.first(where: \.isLatest) }

  /// The newest one whose clock was before that of the other.
  public func before(_ entry: Entry) -> Entry? { entries.last { $0.now < entry.now } }

  /// By its id, a beginning of it that only one has, or the clock of its run.
  public func entry(named name: String) -> Entry? {
    if let exact = entries.first(where: { $0.id == name }) { return exact }
    if let now = Instant(rfc3339: name) { return entries.last { $0.now == now } }
    let candidates = entries.filter { !name.isEmpty && $0.id.hasPrefix(name) }
    return candidates.count == 1 ? candidates.first : nil
  }

  /// Makes `latest` point there, in one step. The caller holds the lock.
  public func pointLatest(to entry: Entry) throws { try shelf.pointLatest(to: entry.id) }

  /// All but the newest `keep`; the latest and the one before it always stay.
  public func excess(keeping keep: Int) -> [Entry] {
    let kept = Set([latest, latest.flatMap(before)].compactMap { $0?.id })
    return entries.dropLast(max(keep, 1)).filter { !kept.contains($0.id) }
  }

  /// Removes editions. The caller holds the lock.
  public func remove(_ entries: [Entry]) throws {
    for entry in entries { try shelf.remove(entry.id) }
    if !entries.isEmpty { try DurableFile.flush(folder: shelf.editions) }
  }
}
