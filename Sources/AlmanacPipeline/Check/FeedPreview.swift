public import AlmanacIngest
public import AlmanacModel

/// What a run would read from one feed: the content of `almanac check FEED`.
public struct FeedPreview: Sendable {
  /// A venue text that was not placed.
  public struct Unplaced: Hashable, Sendable, Encodable {
    public var venue: String
    public var reason: String
    /// Events that have it.
    public var count: Int
    /// Ids of the places that it may be, best first.
    public var candidates: [String]
  }

  /// What a transit feed has.
  public struct Network: Hashable, Sendable, Encodable {
    public var stops: Int
    public var routes: Int
    public var agencies: [String]
    /// Whether its last day of service is over.
    public var isStale: Bool

    private enum CodingKeys: String, CodingKey {
      case stops, routes, agencies
      case isStale = "stale"
    }
  }

  public enum Novelty: String, Sendable, CaseIterable {
    /// An event that no source lists yet.
    case new
    /// An event that another source already lists.
    case shared
    /// An event that this source already lists.
    case known
  }

  /// The argument of the call.
  public var subject: String
  /// The source's id, if it is configured.
  public var source: String?
  public var kind = Source.Kind.events
  /// Whose forecast it is.
  public var provider: WeatherProvider?
  public var origin = ""
  public var bytes = 0
  public var document: Document?
  /// nil for other sources than those of transit.
  public var network: Network?
  /// Items of the document, steps of a forecast, or trips of a network.
  public var read = 0
  public var accepted = 0
  public var rejected = 0
  /// Usable items that rules reject: a finding for each rule.
  public var rules: [Finding] = []
  /// Listings that are a series.
  public var series = 0
  public var firstStart: String?
  public var lastStart: String?
  /// Events with at least one occurrence in the window that is published.
  public var inWindow = 0
  public var zones: [String: Int] = [:]
  /// The campus's zone, if the document names only other ones.
  public var otherZone: String?
  /// Placed venues by method; `no venue`: the listing has none.
  public var placed: [String: Int] = [:]
  /// Unplaced venue texts, those of most events first.
  public var unplaced: [Unplaced] = []
  /// Events by category id.
  public var categories: [String: Int] = [:]
  /// Publishers' words that are mapped to no category.
  public var unmapped: [String] = []
  public var findings: [Finding] = []
  /// Why nothing of it can be used; nil if something can.
  public var refusal: Finding?
  /// The edition that it is compared with; nil if there is none.
  public var comparedWith: String?
  public var novelties: [Novelty: Int] = [:]
  /// What a run with it would change in the latest edition.
  public var diff: EditionDiff?

  init(subject: String) { self.subject = subject }

  /// Whether a run could use something of it.
  public var isUsable: Bool { refusal == nil && accepted > 0 }

  public var exitCode: ExitCode { isUsable ? .published : .nothingUsable }

  /// How often each name occurs.
  static func counts(_ names: some Sequence<String>) -> [String: Int] {
    Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
