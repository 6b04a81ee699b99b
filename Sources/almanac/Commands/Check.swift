import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find mistakes in the configuration, or preview feeds.",
      discussion: """
        Without arguments, lists every mistake with its file and line. With feeds, shows what a run \
        would read of them and which events would be new. Changes nothing. Exits 65 if a feed gives \
        nothing, 78 if the configuration is wrong.

        Examples: almanac check
                  almanac check https://events.example.edu/calendar.ics
                  almanac check computing --samples
        """)

    @Argument(help: "Sources, URLs, files or definitions to preview.")
    var feeds: [String] = []

    @OptionGroup var feed: FeedOptions

    @Flag(help: "Read the sample beside each definition instead of the network.")
    var samples = false

    @Flag(help: "Use no network; read only files.")
    var offline = false

    @Flag(help: "Exit with 1 if there are warnings.")
    var strict = false

    @Option(help: ArgumentHelp("Maximum number of unplaced venues.", valueName: "n"))
    var limit = 10

    @OptionGroup var answer: AnswerOptions

    func validate() throws {
      try (1...1_000_000).check("--limit", limit)
    }

    func run() async throws {
      guard !feeds.isEmpty else { return try checkConfiguration() }
      var options = feed.options(
        configuration: answer.global.hasConfiguration ? answer.global.configuration : nil,
        answer.global)
      options.samples = samples
      options.isOffline = offline
      let previewer = try FeedPreviewer(options)
      var code = AlmanacPipeline.ExitCode.published
      for (index, subject) in feeds.enumerated() {
        let preview = try await previewer.preview(subject)
        try answer.print(preview) {
          (index > 0 ? "\n" : "") + preview.text(style: $0, limit: limit)
        }
        if preview.exitCode != .published { code = preview.exitCode }
      }
      try code.end()
    }

    private func checkConfiguration() throws {
      let check = ConfigurationCheck(
        configuration: answer.global.configuration, samples: samples,
        environment: ProcessInfo.processInfo.environment)
      try answer.print(check) { check.text(style: $0) }
      try check.exitCode.end()
      if strict, !check.warnings.isEmpty { throw ArgumentParser.ExitCode(1) }
    }
  }
}
