import AlmanacModel
import ArgumentParser

extension Almanac {
  struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Fetch, parse, geocode, deduplicate, categorize, enrich and publish.",
      discussion: """
        Skips unchanged work. If a source fails, its last good data stays published.

        Examples: almanac run --samples --output /tmp/try
                  almanac run --dry-run
        """)

    @Option(help: ArgumentHelp("First stage.", valueName: "stage"))
    var from = StageName.fetch

    @Option(help: ArgumentHelp("Last stage.", valueName: "stage"))
    var until = StageName.publish

    @Flag(name: [.customShort("n"), .long], help: "Print what would change, and write nothing.")
    var dryRun = false

    @OptionGroup var sources: SourceOptions
    @OptionGroup var options: StageOptions

    func validate() throws {
      guard from <= until else {
        throw ValidationError("--from \(from.rawValue) comes after --until \(until.rawValue)")
      }
      guard sources.shard == nil || until <= .parse else {
        throw ValidationError("--shard needs --until parse: an edition is of all sources")
      }
    }

    func run() async throws {
      try await options.run(from: from, until: until, sources: sources, isDry: dryRun)
    }
  }
}
