import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Prune: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove old editions and captures.",
      discussion: """
        The latest edition and the one before it stay, and so does every capture that something is \
        published from. What is gone can't be replayed.

        Examples: almanac prune --dry-run
                  almanac prune --editions 7 --captures 90
        """)

    @Option(
      help: ArgumentHelp(
        "How many editions stay. (default: 'publish: keepEditions')", valueName: "n"))
    var editions: Int?

    @Option(help: ArgumentHelp("For how many days captures stay.", valueName: "days"))
    var captures = 400

    @Flag(help: "Say what would go, and remove nothing.")
    var dryRun = false

    @Flag(help: "One JSON object instead of text.")
    var json = false

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var reporting: IdleReporting

    func validate() throws {
      guard (0...100_000).contains(captures) else {
        throw ValidationError("--captures must be from 0 to 100000 days")
      }
      guard (1...1_000_000).contains(editions ?? 1) else {
        throw ValidationError("--editions must be from 1 to 1000000")
      }
    }

    func run() throws {
      let answer = try AlmanacPipeline.Prune(
        configuration: configuration.file, output: output.folder, editions: editions,
        days: captures, now: clock.instant
      ).run(isDry: dryRun)
      try StandardStream.write(line: json ? answer.json : answer.text)
    }
  }
}
