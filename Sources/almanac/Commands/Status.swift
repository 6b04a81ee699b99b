import AlmanacPipeline
import AlmanacTime
import ArgumentParser
import Foundation

extension Almanac {
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say how every source is: health, last good, age, counts; and the last runs.",
      discussion: """
        Exits 0 when all is fresh, 1 when a source failed, 2 when the edition is stale: older \
        than 30 hours.

        Example: almanac status --json
        """)

    @OptionGroup var output: OutputOptions

    @Flag(help: "One JSON object instead of a table.")
    var json = false

    @Option(help: ArgumentHelp("The clock (RFC 3339); default: now.", valueName: "time"))
    var now: String?

    func run() throws {
      let clock = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
      let status = try StatusReport(
        configuration: output.configurationFile, output: output.outputFolder,
        now: now.flatMap { Instant(rfc3339: $0) } ?? clock)
      print(json ? status.json : status.text)
      if status.exitCode != .published {
        throw ArgumentParser.ExitCode(status.exitCode.rawValue)
      }
    }
  }
}
