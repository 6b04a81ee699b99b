import AlmanacModel
import AlmanacPipeline
import AlmanacTime
import ArgumentParser
import Foundation
import Logging

extension Almanac {
  struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Ask the published edition; without a time, what is coming.",
      discussion: """
        All filters that are set apply; several values of one are alternatives. A week begins on \
        Monday. An event of several days is on each of them.

        Example: almanac query jazz --category arts --on 2026-03-06
        """)

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Filters") var filters: QueryFilters

    @Flag(help: "List the days that have events.")
    var days = false

    @Flag(help: "With --days: also the second at which each day begins.")
    var epoch = false

    @Flag(help: "How to print.")
    var format = Format.table

    enum Format: String, EnumerableFlag { case table, json, ics, geojson }

    func run() throws {
      let answer = try QueryAnswer(output: output.outputFolder)
      let zone = try answer.zone(named: filters.timezone)
      var filter = try filters.filter(in: zone)
      if filter.from == nil && filter.to == nil && !days {
        let clock = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let upcoming = try answer.upcoming(from: clock)
        filter.from = upcoming.from
        if upcoming.isOld {
          output.logger("almanac").notice(
            "the edition is old; upcoming is counted from its own clock",
            metadata: ["now": "\(upcoming.from.rfc3339)"])
        }
      }
      if days {
        print(try answer.days(filter, in: zone, epoch: epoch))
        return
      }
      switch format {
      case .table: print(try answer.table(filter, in: zone))
      case .json: write(try answer.lines(filter))
      case .ics: write(try answer.calendar(filter))
      case .geojson: write(try answer.geoJSON(filter))
      }
    }

    private func write(_ bytes: [UInt8]) { FileHandle.standardOutput.write(Data(bytes)) }
  }
}
