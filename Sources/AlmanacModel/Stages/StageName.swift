/// The seven stages in the order of a run. Each is also a command of the command line.
public enum StageName: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  case fetch, parse, geocode, deduplicate, categorize, enrich, publish

  /// The version of the stage's rules. Stored results of another version are recomputed.
  ///
  /// Increment it in each change of the program that changes a stage's results for the same input.
  public var version: Int {
    switch self {
    case .fetch: 1
    case .parse: 14
    case .geocode: 15
    case .deduplicate: 21
    case .categorize: 9
    case .enrich: 6
    case .publish: 11
    }
  }

  public static func < (lhs: StageName, rhs: StageName) -> Bool { lhs.position < rhs.position }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
