import AlmanacModel
import AlmanacPipeline
import AlmanacTime
import ArgumentParser

extension Almanac {
  struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Ask the published edition; without a time, what is coming.",
      discussion: """
        All filters that are set apply; several values of one are alternatives. An event of several \
        days is on each of them. A week begins with the day that 'publish: firstWeekday' names in \
        the configuration, Monday where none is named; which days were asked for is said on \
        standard error. A table on a terminal stops after 50 occurrences and says of how many; \
        files, pipes and other formats get all.

        Example: almanac query jazz --category arts --on 2026-03-06
        """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var campus: IdleCampus
    @OptionGroup(title: "Filters") var filters: QueryFilters

    @Flag(help: "List the days that have events.")
    var days = false

    @Flag(help: "With --days: also the second at which each day begins.")
    var epoch = false

    @Option(
      help: ArgumentHelp("Tell the weather of a city of the configuration.", valueName: "city"))
    var weather: String?

    @Flag(help: "How to print.")
    var format = Format.table

    enum Format: String, EnumerableFlag { case table, json, ics, geojson }

    func run() throws {
      let answer = try QueryAnswer(output: output.folder)
      if let weather {
        let now = try upcoming(answer)
        let line =
          format == .json
          ? try answer.weatherJSON(of: weather, at: now) : try answer.weather(of: weather, at: now)
        try StandardStream.write(line: line)
        return
      }
      let zone = try answer.zone(named: filters.timezone)
      let weekStart = try answer.firstWeekday()
      if let stretch = try filters.stretch(weekStart: weekStart) {
        StandardStream.tell("almanac: the week from \(stretch)")
      }
      var filter = try filters.filter(
        in: zone, weekStart: weekStart, isScreen: format == .table && Terminal.output.isTerminal)
      if filter.from == nil && filter.to == nil && !days {
        filter.from = try upcoming(answer)
      }
      if days {
        try StandardStream.write(line: answer.days(filter, in: zone, epoch: epoch))
        return
      }
      switch format {
      case .table:
        let table = try answer.table(filter, in: zone)
        try StandardStream.write(line: table.text)
        if let part = table.part {
          StandardStream.tell(
            "almanac: \(part) occurrences; --limit N shows more, --page K another part, and a file "
              + "or pipe gets all")
        }
      case .json: try StandardStream.write(answer.lines(filter))
      case .ics: try StandardStream.write(answer.calendar(filter))
      case .geojson: try StandardStream.write(answer.geoJSON(filter))
      }
    }

    /// The clock from which what is coming is counted; says so where it is not that of today.
    private func upcoming(_ answer: QueryAnswer) throws -> Instant {
      let upcoming = try answer.upcoming(from: clock.instant, isStated: clock.stated != nil)
      if upcoming.isOld {
        StandardStream.tell(
          "almanac: the edition is old; what is coming is counted from its own clock, "
            + upcoming.from.rfc3339)
      }
      return upcoming.from
    }
  }
}
