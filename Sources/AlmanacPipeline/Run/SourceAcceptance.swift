import AlmanacModel
import AlmanacStore
import AlmanacTime

/// An operator's word that sources which list far less than before are right: what `accept` does.
public struct SourceAcceptance: Sendable {
  public struct Acceptance: Answer {
    public static let schema = "almanac.acceptance/2"

    public var source: String
    /// Events that it lists, and that it listed before.
    public var listed: Int
    public var before: Int
    /// In RFC 3339.
    public var since: String
  }

  private let last: LastRun

  public init(_ last: LastRun) { self.last = last }

  /// Lets the sources through the guard at the next run.
  ///
  /// - Throws: `RunError.unknownSource`, `.notHeld`, and then none is let through; `.locked`.
  public func accept(_ sources: [String]) throws -> [Acceptance] {
    let known = last.settings.sources.map(\.id)
    for id in sources where !known.contains(id) {
      throw RunError.unknownSource(id, known: known)
    }
    return try last.output.locked {
      let holds = try sources.map { source in
        guard let hold = try last.workspace.hold(of: source) else {
          throw RunError.notHeld(source)
        }
        return (source: source, hold: hold)
      }
      return try holds.map { source, hold in
        var hold = hold
        hold.isAccepted = true
        try last.workspace.save(hold, of: source)
        return Acceptance(
          source: source, listed: hold.listed,
          before: try last.workspace.listingCount(source: source), since: hold.since.rfc3339)
      }
    }
  }
}
