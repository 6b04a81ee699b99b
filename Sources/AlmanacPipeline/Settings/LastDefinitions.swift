import AlmanacModel
import AlmanacRecords
import AlmanacStore

/// The definitions of sources as they were last read, in the workspace.
///
/// The last data of a source is published by them while its definition can't be read.
extension Settings {
  /// The setting of the workspace with the definitions. Another form of them has another name.
  static let definitions = "sources"

  /// Adds broken sources as they were last read, if they ever were.
  mutating func restoreSources(from workspace: Workspace) throws {
    guard !brokenSources.isEmpty, let text = try workspace.setting(Self.definitions) else { return }
    let campuses = Set(campuses.map(\.campus.id))
    sources += try RecordCoding.record([Source].self, from: text)
      .filter { isBroken($0.id) && campuses.contains($0.campus) }
    sources.sort { $0.id < $1.id }
  }

  /// Saves the definitions for later runs, and for the fingerprint of this run's edition.
  func saveSources(to workspace: Workspace) throws {
    let text = try RecordCoding.text(of: sources)
    if try workspace.setting(Self.definitions) != text {
      try workspace.set(Self.definitions, to: text)
    }
  }
}
