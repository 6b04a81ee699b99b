public import AlmanacModel
public import AlmanacTime
public import Foundation

/// The options of one call of the command line.
public struct RunOptions: Sendable {
  public var configuration: URL
  public var output: URL
  /// The run time, read once by the executable.
  public var now: Instant
  public var from = StageName.fetch
  public var until = StageName.publish
  /// Only these sources, in the stages that work source by source; empty: all.
  public var sources: Set<String> = []
  /// Only a share of the sources, in the same stages; nil: all.
  public var shard: SourceShard?
  /// Files of records, or folders of them, that replace results before the stage.
  public var records: [URL] = []
  /// Only these campuses, in the stages that work campus by campus; nil: all.
  var campuses: Set<String>?
  /// Read the samples beside the definitions, not the network.
  public var samples = false
  /// No network: fetch reads files only.
  public var offline = false
  /// Recompute what is up to date.
  public var force = false
  /// Fetch sources that are not due yet; `Retry-After` of a host still holds.
  public var refetch = false
  /// How many records are worked on at once.
  public var workers = 2
  /// Use the run time of the samples in the configuration instead of `now`.
  public var usesSamplesTime = false
  /// Whether this is one stage called alone; monitoring services get no ping.
  public var isStage = false
  /// Whether this works on a copy of the workspace; monitoring services get no ping.
  public var isRehearsal = false

  public init(configuration: URL, output: URL, now: Instant) {
    self.configuration = configuration
    self.output = output
    self.now = now
  }

  /// Whether monitoring services get a ping at the start. The second of two units may send the end.
  var beginsRun: Bool { from == .fetch && !isStage && !isRehearsal }

  /// Whether monitoring services get a ping at the end.
  var endsRun: Bool { until == .publish && !isStage && !isRehearsal }

  /// Whether monitoring services get a ping after a failure.
  var isPinged: Bool { beginsRun || endsRun }

  func includes(_ stage: StageName) -> Bool { (from...until).contains(stage) }
}

extension Settings {
  func runTime(_ options: RunOptions) throws(RunError) -> Instant {
    guard options.usesSamplesTime else { return options.now }
    guard let samplesNow else { throw .samplesWithoutTime }
    return samplesNow
  }
}
