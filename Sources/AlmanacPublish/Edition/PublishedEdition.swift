public import AlmanacModel
public import Foundation

/// What publishing made.
public struct PublishedEdition: Sendable {
  public let id: String
  public let folder: URL
  /// How many of what, in the order to show them; the `counts` of the manifest.
  public let counts: [(name: String, count: Int)]
  /// How many changes of each kind since the edition before.
  public let changes: [(kind: String, count: Int)]
  /// Files that are the same as in the edition before, and share its place on the disk.
  public let linkedFiles: Int
  /// By what to see, the next time, that it is as it was written.
  public let sealed: SealedEdition
  /// What an operator may want to know, such as an old edition that could not be read.
  public internal(set) var findings: [Finding]
}
