import AlmanacModel
import AlmanacPipeline
import AlmanacTime
import ArgumentParser

extension Almanac {
  struct Occurrences: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the occurrences of a calendar in a window, as NDJSON.",
      discussion: "Example: almanac occurrences team.ics --from 2026-03-01 --to 2026-03-31")

    @Argument(help: "An iCalendar file; '-': standard input.")
    var file: String

    @Option(
      help: ArgumentHelp("First day or time of the window.", valueName: "time"),
      transform: TimeArgument.init(parsing:))
    var from: TimeArgument

    @Option(
      help: ArgumentHelp("Last day, or time before which the window ends.", valueName: "time"),
      transform: TimeArgument.init(parsing:))
    var to: TimeArgument

    @Option(help: ArgumentHelp("Time zone for times without one.", valueName: "zone"))
    var timezone = "UTC"

    func run() throws {
      let zone = ZoneDatabase.system.zone(named: timezone) ?? .utc
      let (from, to) = (from.start(in: zone), to.end(in: zone))
      let list = try OccurrenceList(
        of: try InputFile.bytes(of: file), file: file, window: Window(from: from, to: to),
        timezone: timezone)
      StandardStream.report(list.findings, in: file)
      try list.write { try StandardStream.write($0) }
    }
  }
}
