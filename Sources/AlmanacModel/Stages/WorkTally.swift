/// Where a stage tells, record by record, how far it is.
///
/// A stage counts what it has done and never learns who listens; nothing it gives depends on it.
public struct WorkTally: Sendable {
  /// Nobody listens.
  public static let unwatched = WorkTally(nil)

  private let advance: (@Sendable (Int) -> Void)?

  /// - Parameter advance: gets how many more records are done; called from any thread.
  public init(_ advance: (@Sendable (Int) -> Void)?) { self.advance = advance }

  /// So many more records are done.
  public func count(_ records: Int = 1) { advance?(records) }
}
