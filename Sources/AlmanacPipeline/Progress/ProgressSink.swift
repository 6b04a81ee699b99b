import AlmanacModel

/// Where a run tells how far it is. The stages know nothing of terminals.
public struct ProgressSink: Sendable {
  /// Nobody watches; telling costs next to nothing.
  public static let unwatched = ProgressSink(nil)

  private let receive: (@Sendable (ProgressEvent) -> Void)?

  /// - Parameter receive: called from any thread, also from several at once.
  public init(_ receive: (@Sendable (ProgressEvent) -> Void)?) { self.receive = receive }

  func tell(_ event: @autoclosure () -> ProgressEvent) {
    if let receive { receive(event()) }
  }

  /// For a stage that counts its records.
  var tally: WorkTally {
    guard let receive else { return .unwatched }
    return WorkTally { receive(.advanced($0)) }
  }
}
