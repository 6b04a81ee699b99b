import AlmanacModel
import AlmanacStore
import AlmanacTime

/// A source that lists far less than before, and that the operator accepts: a result of `almanac accept`.
public struct SourceAcceptance: Answer {
  public static let schema = "almanac.acceptance/2"

  public let source: String
  /// Events that it lists, and that it listed before.
  public let listed: Int
  public let before: Int
  /// In RFC 3339.
  public let since: String

  /// Lets held sources through the guard at the next run.
  ///
  /// - Throws: `RunError.unknownSource`, `.notHeld`, and then none is let through; `.locked`.
  public static func accept(_ sources: [String], _ last: LastRun) throws -> [SourceAcceptance] {
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
        try last.workspace.save(hold)
        return SourceAcceptance(
          source: source, listed: hold.listed,
          before: try last.workspace.listingCount(source: source), since: hold.since.rfc3339)
      }
    }
  }
}
