import AlmanacModel
import AlmanacPipeline
import AlmanacTime
import ArgumentParser
import Foundation

extension Almanac {
  struct Occurrences: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the instances of a calendar's events in a window, as NDJSON.",
      discussion: """
        Example: almanac occurrences team.ics --from 2026-03-01T00:00:00Z --to 2026-04-01T00:00:00Z
        """)

    @Argument(help: "An iCalendar file; '-' is standard input.")
    var file: String

    @Option(help: ArgumentHelp("Begin of the window (RFC 3339).", valueName: "time"))
    var from: String

    @Option(help: ArgumentHelp("End of the window, exclusive (RFC 3339).", valueName: "time"))
    var to: String

    @Option(help: ArgumentHelp("The zone of times that state none.", valueName: "zone"))
    var timezone = "UTC"

    func validate() throws {
      for (name, value) in [("--from", from), ("--to", to)] where Instant(rfc3339: value) == nil {
        throw ValidationError("\(name) '\(value)' is no RFC 3339 time")
      }
    }

    func run() throws {
      guard let from = Instant(rfc3339: from), let to = Instant(rfc3339: to) else { return }
      let lister = try OccurrenceLister(
        window: Window(from: from, to: to), timezone: timezone)
      let list = try lister.list(try InputFile.bytes(of: file), file: file)
      for finding in list.findings {
        StandardStream.tell(TerminalText.line(of: finding, in: file))
      }
      try list.write { try StandardStream.write($0) }
    }
  }
}
