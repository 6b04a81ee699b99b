import AlmanacModel
import ArgumentParser

extension Almanac {
  struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Do the whole night: fetch, parse, geocode, deduplicate, categorize, enrich, publish.",
      discussion: """
        What has not changed since the last run is not done again. A source that fails is named, \
        and what it gave last stays.

        Example: almanac run --samples --output /tmp/try
        """)

    @OptionGroup var options: PipelineOptions

    @Option(help: ArgumentHelp("Begin with this stage.", valueName: "verb"))
    var from = StageName.fetch

    @Option(help: ArgumentHelp("End with this stage.", valueName: "verb"))
    var until = StageName.publish

    func validate() throws {
      guard from <= until else {
        throw ValidationError("--from \(from.rawValue) comes after --until \(until.rawValue)")
      }
    }

    func run() async throws { try await options.run(from: from, until: until) }
  }
}
