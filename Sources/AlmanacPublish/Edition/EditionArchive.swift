import AlmanacFiles
public import AlmanacModel
public import AlmanacTime
public import Foundation

/// The stored editions of an output folder, for `diff`, `rollback` and `prune`.
public struct EditionArchive: Sendable {
  /// A stored edition with the values of its manifest.
  public struct Entry: Hashable, Sendable {
    public var id: String
    /// The run time.
    public var now: Instant
    /// The time range in which occurrences were expanded.
    public var window: Window
    /// Whether `latest` points to it.
    public var isLatest: Bool
    public var folder: URL
    /// Lower-case hexadecimal SHA-256 of each file, by path.
    public var files: [String: String]
    /// The size of all files, including hard-linked ones.
    public var bytes: Int
  }

  private let store: EditionStore
  /// Sorted by run time. Editions without a readable manifest are omitted.
  public let entries: [Entry]

  /// - Parameter output: The output folder, which contains `editions/` and `latest`.
  /// - Throws: `FileError` if the folder can't be read.
  public init(output: URL) throws {
    store = EditionStore(output: output)
    let current = try store.current()
    var entries: [Entry] = []
    for id in try store.ids() {
      let folder = store.folder(of: id)
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

  /// The edition to which `latest` points.
  public var latest: Entry? { entries.first(where: \.isLatest) }

  /// The newest edition whose run time is before that of another one.
  public func before(_ entry: Entry) -> Entry? { entries.last { $0.now < entry.now } }

  /// Finds an edition by its id, a unique prefix of the id, or its run time.
  public func entry(named name: String) -> Entry? {
    if let exact = entries.first(where: { $0.id == name }) { return exact }
    if let now = Instant(rfc3339: name) { return entries.last { $0.now == now } }
    let candidates = entries.filter { !name.isEmpty && $0.id.hasPrefix(name) }
    return candidates.count == 1 ? candidates.first : nil
  }

  /// Points `latest` to an edition atomically. The caller must hold the lock.
  public func pointLatest(to entry: Entry) throws { try store.pointLatest(to: entry.id) }

  /// All but the newest `keep` editions. Never includes the latest one and the one before it.
  public func excess(keeping keep: Int) -> [Entry] {
    let kept = Set([latest, latest.flatMap(before)].compactMap { $0?.id })
    return entries.dropLast(max(keep, 1)).filter { !kept.contains($0.id) }
  }

  /// Deletes editions. The caller must hold the lock.
  public func remove(_ entries: [Entry]) throws {
    for entry in entries { try store.remove(entry.id) }
    if !entries.isEmpty { try DurableFile.flush(folder: store.editions) }
  }
}
