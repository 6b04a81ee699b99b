public import AlmanacModel
import AlmanacRecords
import AlmanacStore
public import Logging

/// What a stage over records read and wrote, in lines.
public struct RecordCounts: Sendable, Encodable {
  public var `in`: Int
  public var out: Int

  public var json: String { get throws { try RecordCoding.text(of: self) } }
}

/// A stage over records: its step over a temporary workspace, which the records fill.
///
/// The result depends on the records, the configuration and the run time alone.
public enum RecordStage {
  /// The records that each stage reads, by the values of their member `record`.
  private static let inputs: [StageName: Set<String>] = [
    .geocode: ["venue"],
    .deduplicate: [
      "setting", "stageRecord", "sourceState", "request", "listing", "placement", "identity",
      "identityListing", "snapshot",
    ],
    .categorize: ["setting", "event"],
    .enrich: [
      "setting", "stageRecord", "sourceState", "request", "capture", "body", "forecast", "event",
    ],
  ]

  /// Reads records up to the end, and writes those of the stage, which include its findings.
  ///
  /// - Parameters:
  ///   - options: `from` is the stage.
  ///   - maxListings: The most listings of one campus.
  /// - Returns: Findings about the records that were read.
  /// - Throws: `RunError.campusTooLarge`, `ConfigurationError`, errors of the disk.
  public static func run(
    _ options: RunOptions, maxListings: Int, log: Logger,
    isInterrupted: @escaping @Sendable () -> Bool,
    reading read: () throws -> [UInt8]?, writing write: ([UInt8]) throws -> Void
  ) async throws -> (counts: RecordCounts, findings: [Finding]) {
    try await Rehearsal.run(options, isEmpty: true) { options in
      let workspace = try Workspace(folder: OutputFolder(url: options.output).workspaceFolder)
      var records = try RecordImport(into: workspace, only: inputs[options.from] ?? [])
      try records.add(reading: read)
      for campus in records.campuses.sorted() {
        let count = try workspace.listingCount(campus: campus)
        guard count <= maxListings else {
          throw RunError.campusTooLarge(campus, listings: count, limit: maxListings)
        }
      }
      var options = options
      options.campuses = records.campuses
      let preparation = try RunPreparation(options)
      defer { withExtendedLifetime(preparation.lock) {} }
      let context = preparation.context(log: log, isInterrupted: isInterrupted)
      var report = RunReport(now: options.now)
      try await run(context, venues: records.venues, into: &report)
      var counts = RecordCounts(in: records.count, out: 0)
      guard let set = RecordSet(rawValue: options.from.rawValue) else { return (counts, []) }
      for campus in context.campuses {
        try await RecordExport(context: context).write(set, of: campus) { lines in
          counts.out += lines.count { $0 == UInt8(ascii: "\n") }
          try write(lines)
        }
      }
      let unknown = records.campuses.filter { preparation.settings.campus($0) == nil }.sorted()
      return (counts, records.findings + unknown.map(finding(unknownCampus:)))
    }
  }

  private static func run(
    _ context: RunContext, venues: [String: VenueQuestions], into report: inout RunReport
  ) async throws {
    switch context.options.from {
    case .geocode:
      try await GeocodeStep(context: context, venues: venues).run(into: &report)
    case .deduplicate: try await DeduplicateStep(context: context).run(into: &report)
    case .categorize: try await CategorizeStep(context: context).run(into: &report)
    case .enrich: try await EnrichStep(context: context).run(into: &report)
    case .fetch, .parse, .publish: break
    }
  }

  private static func finding(unknownCampus campus: String) -> Finding {
    Finding(
      "Q_RECORD", subject: campus,
      message: "the configuration has no campus '\(campus)'; its records were left out")
  }
}
