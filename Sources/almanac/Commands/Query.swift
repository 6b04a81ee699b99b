import AlmanacModel
import AlmanacPipeline
import AlmanacPublish
import AlmanacTime
import ArgumentParser

extension Almanac {
  struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Search the published events, by default upcoming ones.",
      discussion: """
        Different filters are combined with AND, repeated values of one with OR. A table on a terminal \
        stops after 50 occurrences; files, pipes and other formats get all.

        Examples: almanac query jazz --category arts --on 2026-03-06
                  almanac query --near 1.2966,103.7764 --radius 300 --json
        """)

    enum Format: String, EnumerableFlag {
      case table, json, ics, geojson

      static func name(for format: Format) -> NameSpecification {
        format == .json ? .shortAndLong : .long
      }

      static func help(for format: Format) -> ArgumentHelp? {
        switch format {
        case .table: "Print a table. (default)"
        case .json: "Print a JSON object a line."
        case .ics: "Print an iCalendar file."
        case .geojson: "Print a GeoJSON file."
        }
      }
    }

    @OptionGroup(title: "Filters") var filters: QueryFilters
    @Flag var format = Format.table
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
      let answer = try QueryAnswer(output: global.folder)
      let isScreen = format == .table && Terminal.output.isTerminal
      var filter = try filters.filter(in: answer, isScreen: isScreen)
      if filter.from == nil && filter.to == nil { filter.from = try global.upcoming(answer) }
      switch format {
      case .table:
        let table = try answer.table(filter, in: try answer.zone(named: filters.timezone))
        try StandardStream.write(line: table.text)
        if let part = table.part {
          StandardStream.report(
            "almanac: \(part) occurrences; --limit N shows more, --page K another part, and a file "
              + "or pipe gets all")
        }
      case .json:
        for occurrence in try answer.reader.occurrences(filter) {
          try StandardStream.write(line: occurrence.json)
        }
      case .ics: try StandardStream.write(answer.reader.calendar(filter))
      case .geojson: try StandardStream.write(answer.reader.geoJSON(filter))
      }
    }
  }

  struct Days: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the days that have events.",
      discussion: "Takes the filters of 'query'.\n\nExample: almanac days --category arts")

    @Flag(help: "Also print the Unix time at which each day begins.")
    var epoch = false

    @OptionGroup(title: "Filters") var filters: QueryFilters
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
      let answer = try QueryAnswer(output: global.folder)
      let filter = try filters.filter(in: answer, isScreen: false)
      let zone = try answer.zone(named: filters.timezone)
      try StandardStream.write(line: answer.days(filter, in: zone, epoch: epoch))
    }
  }

  struct Weather: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the weather of a configured city.",
      discussion: "Example: almanac weather \"Kent Ridge\"")

    @Argument(help: "Name of a city under 'weather: cities'.")
    var city: String

    @OptionGroup var answer: AnswerOptions

    func run() throws {
      let query = try QueryAnswer(output: answer.global.folder)
      let forecast = try query.weather(of: city, at: try answer.global.upcoming(query))
      try answer.print(forecast) { _ in forecast.line }
    }
  }
}

extension GlobalOptions {
  /// The time from which events are upcoming; logs if that is not now.
  fileprivate func upcoming(_ answer: QueryAnswer) throws -> Instant {
    let upcoming = try answer.upcoming(from: time, isGiven: givenTime != nil)
    if upcoming.isOld, !quiet {
      StandardStream.report(
        "almanac: the edition is old; events count as upcoming from its own time, "
          + upcoming.from.rfc3339)
    }
    return upcoming.from
  }
}
