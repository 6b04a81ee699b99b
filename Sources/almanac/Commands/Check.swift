import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find mistakes in the configuration, or say what a feed would give.",
      discussion: """
        Without arguments: every mistake with its file and line, and what is worth a doubt. With a \
        source's id, a URL, a file or a definition: what it is, what of it can be used, where and \
        when its events are, and which of them would be new. Nothing is changed. Exits 0, 65 where \
        a feed gives nothing, 78 where the configuration is wrong.

        Examples: almanac check
                  almanac check https://events.example.edu/calendar.ics
                  almanac check computing --samples
        """)

    @Argument(help: "Sources, URLs, files or definitions to look at.")
    var feeds: [String] = []

    @OptionGroup var feed: FeedOptions

    @Flag(help: "Read the sample beside each definition instead of the network.")
    var samples = false

    @Flag(help: "No network: files only.")
    var offline = false

    @Flag(help: "Exit with 1 where there are warnings.")
    var strict = false

    @Option(help: ArgumentHelp("How many venues that were not placed are told.", valueName: "n"))
    var limit = 10

    @Flag(help: "One JSON object a line instead of text.")
    var json = false

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var reporting: IdleReporting

    func validate() throws {
      guard (1...1_000_000).contains(limit) else {
        throw ValidationError("--limit must be from 1 to 1000000")
      }
    }

    func run() async throws {
      guard !feeds.isEmpty else { return try checkConfiguration() }
      var options = feed.options(
        configuration: configuration.isThere ? configuration.file : nil, output, clock)
      options.samples = samples
      options.isOffline = offline
      let previewer = try FeedPreviewer(options)
      var code = AlmanacPipeline.ExitCode.published
      for (index, subject) in feeds.enumerated() {
        let preview = try await previewer.preview(subject)
        let text = preview.text(style: Terminal.output.style, limit: limit)
        try StandardStream.write(
          line: json ? preview.json : (index > 0 ? "\n" : "") + text)
        if preview.exitCode != .published { code = preview.exitCode }
      }
      if code != .published { throw ArgumentParser.ExitCode(code.rawValue) }
    }

    private func checkConfiguration() throws {
      let check = ConfigurationCheck(
        configuration: configuration.file, samples: samples,
        environment: ProcessInfo.processInfo.environment)
      try StandardStream.write(
        line: json ? check.json : check.text(style: Terminal.output.style))
      if check.exitCode != .published { throw ArgumentParser.ExitCode(check.exitCode.rawValue) }
      if strict, !check.warnings.isEmpty { throw ArgumentParser.ExitCode(1) }
    }
  }
}
