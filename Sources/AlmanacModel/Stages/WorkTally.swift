/// Reports the progress of a stage. Results never depend on it.
public struct WorkTally: Sendable {
  /// Discards all reports.
  public static let unwatched = WorkTally(nil)

  private let advance: (@Sendable (Int) -> Void)?

  /// - Parameter advance: Receives the number of newly finished records, on any thread.
  public init(_ advance: (@Sendable (Int) -> Void)?) { self.advance = advance }

  /// Reports newly finished records.
  public func count(_ records: Int = 1) { advance?(records) }
}
