import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Diff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tell what is different between two editions.",
      discussion: """
        Without arguments: the edition before the latest, and the latest. With --dry-run: the latest, \
        and what a run now would publish; the sources are asked, but nothing is kept or published. \
        Editions are named by their id, its beginning or the clock of their run; 'almanac rollback \
        --list' lists them.

        Examples: almanac diff
                  almanac diff 20260301 20260302
                  almanac diff --dry-run --offline
        """)

    @Argument(help: "The earlier edition. (default: the one before the other)")
    var from: String?

    @Argument(help: "The later edition. (default: the latest)")
    var to: String?

    @Flag(help: "Compare with what a run now would publish.")
    var dryRun = false

    @Flag(help: "With --dry-run: no network; fetch reads files only.")
    var offline = false

    @Flag(help: "With --dry-run: read the samples.")
    var samples = false

    @Option(help: ArgumentHelp("How many differences to show.", valueName: "n"))
    var limit = 50

    @Flag(help: "One JSON object a line instead of text.")
    var json = false

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup var log: LogOptions
    @OptionGroup(visibility: .hidden) var progress: ProgressOptions

    func validate() throws {
      guard (1...1_000_000).contains(limit) else {
        throw ValidationError("--limit must be from 1 to 1000000")
      }
      if dryRun, from != nil { throw ValidationError("--dry-run takes no editions") }
    }

    func run() async throws {
      let diff = try await diff()
      if json {
        try StandardStream.write(diff.json)
      } else {
        try StandardStream.write(line: diff.text(style: Terminal.output.style, limit: limit))
      }
    }

    private func diff() async throws -> EditionDiff {
      guard dryRun else { return try EditionDiff(output: output.folder, from: from, to: to) }
      Termination.install()
      var options = RunOptions(
        configuration: configuration.file, output: output.folder, now: clock.instant,
        samples: samples, offline: offline,
        workers: ProcessInfo.processInfo.activeProcessorCount)
      options.usesSamplesClock = samples && clock.stated == nil
      return try await EditionDiff(rehearsing: options, log: log.logger("almanac"))
    }
  }
}
