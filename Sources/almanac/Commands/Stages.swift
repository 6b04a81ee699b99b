import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

/// What 'run' and the seven stages have in common.
struct StageOptions: ParsableArguments {
  @Flag(help: "Read the sample beside each definition instead of the network.")
  var samples = false

  @Flag(help: "Recompute unchanged results.")
  var force = false

  @OptionGroup var workers: WorkersOption
  @OptionGroup var answer: AnswerOptions

  func options(
    from: StageName, until: StageName, sources: SourceOptions? = nil
  ) -> RunOptions {
    var options = answer.global.runOptions(samples: samples)
    (options.from, options.until) = (from, until)
    (options.force, options.workers) = (force, workers.count)
    if let sources {
      options.sources = Set(sources.sources)
      options.offline = sources.offline
      options.refetch = sources.refetch
      options.shard = sources.shard
    }
    return options
  }

  /// Runs stages and prints the report.
  ///
  /// - Parameters:
  ///   - records: Parts of records that replace results before the stage.
  ///   - isStage: Whether one stage was called alone.
  func run(
    from: StageName, until: StageName, sources: SourceOptions? = nil, records: [String] = [],
    isStage: Bool = false, isDry: Bool = false
  ) async throws {
    Termination.install()
    var options = options(from: from, until: until, sources: sources)
    options.records = records.map { URL(filePath: $0) }
    options.isStage = isStage
    let display = answer.global.display
    let pipeline = Pipeline(
      options: options, log: answer.global.logger, progress: display?.sink ?? .unwatched,
      isInterrupted: { Termination.isRequested })
    display?.start()
    defer { display?.end() }
    let report: RunReport
    if isDry {
      let rehearsal = try await pipeline.rehearse()
      report = rehearsal.report
      display?.end()
      try answer.print(rehearsal) { rehearsal.text(style: $0) }
    } else {
      report = try await pipeline.run()
      display?.end()
      try answer.print(report) { report.summary(style: $0) }
    }
    try report.exitCode.end()
    if sources?.strict == true, report.isDegraded { try AlmanacPipeline.ExitCode.degraded.end() }
  }

  /// Runs one stage alone.
  func run(
    _ stage: StageName, sources: SourceOptions? = nil, records: [String] = []
  ) async throws {
    try await run(from: stage, until: stage, sources: sources, records: records, isStage: true)
  }

  /// Runs a stage over records as 'export' writes them. The last line on standard error has the counts.
  func run(
    _ stage: StageName, over records: RecordFileArgument, maxListings: Int = .max
  ) async throws {
    guard samples || answer.global.givenTime != nil else {
      throw ValidationError("--records needs --now, so that every attempt gives the same bytes")
    }
    Termination.install()
    let file = records.file ?? "-"
    let input = try InputFile.open(file)
    let result = try await RecordStage.run(
      options(from: stage, until: stage), maxListings: maxListings, log: answer.global.logger,
      isInterrupted: { Termination.isRequested },
      reading: { try InputFile.read(input, of: file) },
      writing: { try StandardStream.write($0) })
    StandardStream.report(result.findings, in: file)
    StandardStream.report(try result.counts.json)
  }

  /// Runs a stage over a file of records instead of the workspace.
  func filter(_ file: String, by filter: any LineFilter) async throws {
    guard answer.global.output == nil else {
      throw ValidationError("records go to standard output; write '> FILE' instead of --output")
    }
    let display = answer.global.display
    let bytes = try InputFile.bytes(of: file)
    display?.start()
    defer { display?.end() }
    let findings = try await filter.run(bytes, progress: display?.sink ?? .unwatched) {
      display?.end()
      try StandardStream.write($0)
    }
    StandardStream.report(findings, in: file)
  }
}

/// What the stages take that work source by source.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("source"), parsing: .upToNextOption,
    help: ArgumentHelp("Fetch and parse only these sources.", valueName: "id"))
  var sources: [String] = []

  @Flag(help: "Use no network; read only files.")
  var offline = false

  @Flag(help: "Fetch sources that are not due yet; Retry-After still holds.")
  var refetch = false

  @Option(
    help: ArgumentHelp("Fetch and parse only this share of the domains.", valueName: "index/count"),
    transform: { text in
      guard let shard = SourceShard(text) else {
        throw ValidationError("'\(text)' is no share such as 0/8, counted from 0")
      }
      return shard
    })
  var shard: SourceShard?

  @Flag(help: "Exit with 1 if a source failed.")
  var strict = false
}

/// A file of records for a stage, instead of the workspace.
struct RecordFileArgument: ParsableArguments {
  @Argument(help: "Records (NDJSON) to read instead of the workspace; '-': standard input.")
  var file: String?

  @Flag(name: .customLong("records"), help: "Read and write the records of 'export'.")
  var isOfStages = false
}

/// Parts of records from other machines, instead of the work of a stage before.
struct PartOptions: ParsableArguments {
  @Option(
    name: .customLong("records"), parsing: .upToNextOption,
    help: ArgumentHelp("Records to take over first: files and folders.", valueName: "part"))
  var parts: [String] = []
}

extension Almanac {
  struct Fetch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Fetch every source that is due.",
      discussion: "Keeps each new document as a capture.\n\nExample: almanac fetch --source choir")

    @OptionGroup var sources: SourceOptions
    @OptionGroup var options: StageOptions

    func run() async throws { try await options.run(.fetch, sources: sources) }
  }

  struct Parse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read the captures into listings and forecasts.",
      discussion: """
        Rejects items that can't be read, with the reason.

        Example: almanac parse --samples
        """)

    @OptionGroup var sources: SourceOptions
    @OptionGroup var records: PartOptions
    @OptionGroup var options: StageOptions

    func run() async throws {
      try await options.run(.parse, sources: sources, records: records.parts)
    }
  }

  struct Geocode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find the place of each venue text.",
      discussion: """
        Places nothing if in doubt, and gives the reason.

        Examples: almanac geocode --samples
                  almanac geocode records.ndjson --gazetteer config/gazetteer/nus.geojson
        """)

    @OptionGroup var records: RecordFileArgument
    @OptionGroup var gazetteers: GazetteerOptions
    @OptionGroup var options: StageOptions

    func run() async throws {
      if records.isOfStages { return try await options.run(.geocode, over: records) }
      guard let file = records.file else { return try await options.run(.geocode) }
      let filter = try GeocodeFilter(gazetteers: try gazetteers.files())
      try gazetteers.report(filter.findings)
      try await options.filter(file, by: filter)
    }
  }

  struct Deduplicate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Merge the listings of one event.",
      discussion: """
        Events keep their ids from run to run.

        Examples: almanac deduplicate --samples
                  almanac deduplicate records.ndjson
        """)

    @OptionGroup var records: RecordFileArgument

    @Option(
      help: ArgumentHelp(
        "With --records, the most listings of a campus. (default: 2000000)", valueName: "n"))
    var maxListings: Int?

    @OptionGroup var options: StageOptions

    func run() async throws {
      if records.isOfStages {
        return try await options.run(
          .deduplicate, over: records, maxListings: maxListings ?? 2_000_000)
      }
      guard let file = records.file else { return try await options.run(.deduplicate) }
      try await options.filter(file, by: DeduplicateFilter())
    }
  }

  struct Categorize: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give each event its category.",
      discussion: """
        Keeps the reason of each choice.

        Examples: almanac categorize --samples
                  almanac categorize records.ndjson
        """)

    @OptionGroup var records: RecordFileArgument

    @Option(
      help: ArgumentHelp(
        "Taxonomy for records. (default: config/categories.yaml, else built in)",
        valueName: "file"))
    var categories: String?

    @OptionGroup var options: StageOptions

    func run() async throws {
      if records.isOfStages { return try await options.run(.categorize, over: records) }
      guard let file = records.file else { return try await options.run(.categorize) }
      let own = "config/categories.yaml"
      let isThere = FileManager.default.fileExists(atPath: own)
      let taxonomy = categories ?? (isThere ? own : nil)
      try await options.filter(
        file, by: try CategorizeFilter(taxonomy: taxonomy.map { URL(filePath: $0) }))
    }
  }

  struct Enrich: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add weather forecasts to the events.",
      discussion: "Uses the forecasts that 'parse' read.\n\nExample: almanac enrich --samples")

    @OptionGroup var records: RecordFileArgument
    @OptionGroup var options: StageOptions

    func validate() throws {
      guard records.file == nil || records.isOfStages else {
        throw ValidationError("a file of records needs --records")
      }
    }

    func run() async throws {
      if records.isOfStages { return try await options.run(.enrich, over: records) }
      try await options.run(.enrich)
    }
  }

  struct Publish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write an edition of the events.",
      discussion: "An edition is complete or absent.\n\nExample: almanac publish --samples")

    @OptionGroup var records: PartOptions
    @OptionGroup var options: StageOptions

    func run() async throws { try await options.run(.publish, records: records.parts) }
  }
}
