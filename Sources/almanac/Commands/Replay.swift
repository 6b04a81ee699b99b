import AlmanacPipeline
import AlmanacTime
import ArgumentParser
import Foundation

extension Almanac {
  struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Work a past night again from its captures.",
      discussion: """
        Works the nights on record up to that one, each with its own clock, in a new folder, and says \
        whether the edition is byte for byte the one that was published then, and what can't be had \
        again. Nothing of the output folder changes; 'almanac status' lists the last runs.

        Examples: almanac replay --at 2026-03-02 --into /tmp/monday
                  almanac replay --at 2026-03-02T02:41:07Z --into /tmp/monday --nights 1
        """)

    @Option(
      help: ArgumentHelp(
        "The clock of a run, or its beginning, or the id of an edition.", valueName: "run"))
    var at: String

    @Option(help: ArgumentHelp("A new folder for the editions.", valueName: "dir"))
    var into: String

    @Option(
      help: ArgumentHelp("How many nights up to it are worked. (default: all)", valueName: "n"))
    var nights: Int?

    @Flag(help: "One JSON object instead of text.")
    var json = false

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var log: LogOptions
    @OptionGroup(visibility: .hidden) var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var progress: ProgressOptions

    func validate() throws {
      guard (1...100_000).contains(nights ?? 1) else {
        throw ValidationError("--nights must be from 1 to 100000")
      }
      guard !into.isEmpty else { throw ValidationError("--into is empty") }
    }

    func run() async throws {
      Termination.install()
      // Every night has a clock of its own.
      let options = RunOptions(
        configuration: configuration.file, output: output.folder,
        now: ClockOptions.system, workers: ProcessInfo.processInfo.activeProcessorCount)
      let replay = try AlmanacPipeline.Replay(options, log: log.logger("almanac"))
      let answer = try await replay.run(
        at: at, into: URL(filePath: into).standardizedFileURL, nights: nights
      ) { night in
        if Terminal.errors.canRedraw { StandardStream.tell("almanac: \(night.rfc3339)") }
      }
      try StandardStream.write(
        line: json ? answer.json : answer.text(style: Terminal.output.style))
    }
  }
}
