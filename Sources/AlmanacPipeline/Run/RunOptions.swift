public import AlmanacModel
public import AlmanacTime
public import Foundation

/// The options of one call of the command line.
public struct RunOptions: Sendable {
  public var configuration: URL
  public var output: URL
  /// The run time, read once by the executable.
  public var now: Instant
  public var from: StageName
  public var until: StageName
  /// Only these sources, in the stages that work source by source; empty: all.
  public var sources: Set<String>
  /// Only a share of the sources, in the same stages; nil: all.
  public var shard: SourceShard?
  /// Files of records, or folders of them, that replace results before the stage.
  public var records: [URL] = []
  /// Only these campuses, in the stages that work campus by campus; nil: all.
  var campuses: Set<String>?
  /// Read the samples beside the definitions, not the network.
  public var samples: Bool
  /// No network: fetch reads files only.
  public var offline: Bool
  /// Recompute what is up to date.
  public var force: Bool
  /// Fetch sources that are not due yet; `Retry-After` of a host still holds.
  public var refetch = false
  /// How many records are worked on at once.
  public var workers: Int
  /// Use the run time of the samples in the configuration instead of `now`.
  public var usesSamplesClock = false
  /// Whether this is one stage called alone; monitoring services get no ping.
  public var isStage = false
  /// Whether this works on a copy of the workspace; monitoring services get no ping.
  public var isRehearsal = false

  public init(
    configuration: URL, output: URL, now: Instant, from: StageName = .fetch,
    until: StageName = .publish, sources: Set<String> = [], samples: Bool = false,
    offline: Bool = false, force: Bool = false, workers: Int = 2
  ) {
    self.configuration = configuration
    self.output = output
    self.now = now
    self.from = from
    self.until = until
    self.sources = sources
    self.samples = samples
    self.offline = offline
    self.force = force
    self.workers = workers
  }

  /// Whether monitoring services get a ping at the start. The second of two units may send the end.
  var beginsRun: Bool { from == .fetch && !isStage && !isRehearsal }

  /// Whether monitoring services get a ping at the end.
  var endsRun: Bool { until == .publish && !isStage && !isRehearsal }

  /// Whether monitoring services get a ping after a failure.
  var isPinged: Bool { beginsRun || endsRun }

  func includes(_ stage: StageName) -> Bool { (from...until).contains(stage) }
}
