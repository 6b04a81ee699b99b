public import AlmanacModel
import AlmanacStore
public import AlmanacTime

/// The result of a run: the content of `run/report.json`.
public struct RunReport: Sendable {
  public struct Stage: Sendable, Encodable {
    public var name: StageName
    /// Sources for fetch and parse, venues for geocode, listings or events for the others.
    public var read = 0
    public var accepted = 0
    public var rejected = 0
    public var warnings = 0
    /// Sources or campuses that were up to date.
    public var unchanged = 0
    public var seconds = 0.0

    init(_ name: StageName) { self.name = name }

    /// Adds the result for one source or campus.
    mutating func add(_ record: StageRecord) {
      read += record.read
      accepted += record.accepted
      rejected += record.rejected
      warnings += record.findings.count
    }
  }

  public struct SourceLine: Sendable, Encodable {
    public var id: String
    public var kind: AlmanacModel.Source.Kind
    public var status: SourceStatus
    public var finding: Finding?
    public var lastGood: Instant?
    public var consecutiveFailures = 0
    /// Since when a source of the web has given the same document.
    public var unchangedSince: Instant?
    public var bytes = 0
    public var read = 0
    public var accepted = 0
    public var rejected = 0
    /// Accepted listings that a rule keeps from being published.
    public var rejectedByRule = 0
  }

  public var now: Instant
  /// Whether the run read the samples beside the definitions.
  public var isOfSamples = false
  public var stages: [Stage] = []
  public var sources: [SourceLine] = []
  public var findings: [Finding] = []
  public var edition: String?
  public var editionPath: String?
  /// Path of the page of the edition; nil if it has none.
  public var sitePath: String?
  public var reportPath: String?
  public var counts: [(name: String, count: Int)] = []
  public var exitCode = ExitCode.published
  /// Why the run failed as a whole; nil if it succeeded.
  public var error: String?

  public init(now: Instant) { self.now = now }

  /// Changes the line of a source, or adds one. Lines are in the order of ids.
  mutating func change(
    _ id: String, _ kind: AlmanacModel.Source.Kind, _ change: (inout SourceLine) throws -> Void
  ) rethrows {
    let index = sources.partitioningIndex { $0.id >= id }
    if index == sources.count || sources[index].id != id {
      sources.insert(SourceLine(id: id, kind: kind, status: .unchanged), at: index)
    }
    try change(&sources[index])
  }

  /// Adds the rejections by rules to the lines of their sources.
  mutating func countRejections() {
    for finding in findings where finding.code == "I_RULE" {
      guard let index = sources.firstIndex(where: { $0.id == finding.source }) else { continue }
      sources[index].rejectedByRule += finding.count ?? 0
    }
  }

  /// Whether some source failed or was held.
  public var isDegraded: Bool { sources.contains { $0.status.isFailure } }
}

extension RunReport: Answer {
  public static let schema = "almanac.run/2"

  private enum CodingKeys: CodingKey {
    case now, exit, result, error, samples, edition, stages, sources, counts, findingsByCode,
      findings
  }

  /// `ok`, `degraded`, `failed` or, before the stage publish, `not published`.
  public var result: String {
    switch exitCode {
    case .published where edition == nil: "not published"
    case .published: isDegraded ? "degraded" : "ok"
    case .degraded: "degraded"
    default: "failed"
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(now, forKey: .now)
    try members.encode(exitCode, forKey: .exit)
    try members.encode(result, forKey: .result)
    try members.encodeIfPresent(error, forKey: .error)
    try members.encode(isOfSamples, forKey: .samples)
    try members.encodeIfPresent(edition, forKey: .edition)
    try members.encode(stages, forKey: .stages)
    try members.encode(sources, forKey: .sources)
    let pairs = counts.map { ($0.name, $0.count) }
    try members.encode(Dictionary(pairs) { $1 }, forKey: .counts)
    let codes = Dictionary(grouping: findings, by: \.code.rawValue).mapValues(\.count)
    try members.encode(codes, forKey: .findingsByCode)
    try members.encode(findings, forKey: .findings)
  }
}
