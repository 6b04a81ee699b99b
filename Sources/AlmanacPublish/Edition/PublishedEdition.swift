public import AlmanacModel
public import Foundation

/// The result of publishing.
public struct PublishedEdition: Sendable {
  public let id: String
  public let folder: URL
  /// Row counts by name, in display order; `counts` of the manifest.
  public let counts: [(name: String, count: Int)]
  /// Number of changes of each kind since the previous edition.
  public let changes: [(kind: String, count: Int)]
  /// Number of files that are hard links to the previous edition's.
  public let linkedFiles: Int
  /// Recognizes in the next run that the files are unchanged.
  public let sealed: SealedEdition
  /// Findings for the operator, such as an unreadable old edition.
  public internal(set) var findings: [Finding]
}
