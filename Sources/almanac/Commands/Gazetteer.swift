import AlmanacFiles
import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Gazetteer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make, check and complete the list of places.",
      discussion: """
        Examples: almanac gazetteer import export.geojson --to config/gazetteer/hill.geojson
                  almanac gazetteer check
        """,
      subcommands: [Import.self, CheckPlaces.self, Suggest.self])
  }
}

extension Almanac.Gazetteer {
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make places of OpenStreetMap, GeoJSON, tables or GTFS stops.",
      discussion: """
        Reads Overpass JSON, GeoJSON (osmium, overpass-turbo, a campus's own), CSV, stops.txt and \
        what 'suggest' printed. With --merge, what people wrote stays; only new places and missing \
        values are added.

        Examples: almanac gazetteer import overpass.json --to config/gazetteer/hill.geojson
                  almanac gazetteer import rooms.csv --merge config/gazetteer/hill.geojson
        """)

    @Argument(help: "Files, or - for standard input.")
    var files: [String]

    @Option(help: ArgumentHelp("Write a new gazetteer here.", valueName: "file"))
    var to: String?

    @Option(help: ArgumentHelp("Add to this gazetteer.", valueName: "file"))
    var merge: String?

    @Option(help: ArgumentHelp("Short name of the campus.", valueName: "id"))
    var name: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Box around the campus.", valueName: "w,s,e,n"))
    var bounds: String?

    @Flag(name: [.short, .long], help: "Write nothing; only report.")
    var dryRun = false

    @OptionGroup var answer: JSONOption

    func validate() throws {
      if to != nil, merge != nil { throw ValidationError("--to and --merge exclude each other") }
      _ = try box()
    }

    func run() throws {
      let target = to ?? merge
      let stem = target.map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
      let result = try GazetteerImporter.gazetteer(
        of: files.map { (URL(filePath: $0).lastPathComponent, try InputFile.bytes(of: $0)) },
        name: name ?? stem ?? "gazetteer", bounds: try box(),
        into: try merge.map { ($0, try InputFile.bytes(of: $0)) })
      if !dryRun {
        if let target {
          if to != nil, FileManager.default.fileExists(atPath: target) {
            throw SetupError.taken([target])
          }
          try DurableFile.makeFolder(URL(filePath: target).deletingLastPathComponent())
          try DurableFile.write(Array(result.gazetteer.utf8), to: URL(filePath: target))
        } else if !answer.json {
          try StandardStream.write(result.gazetteer.utf8)
          StandardStream.report(result.text)
          return
        }
      }
      try StandardStream.write(line: answer.json ? result.json : result.text)
    }

    private func box() throws -> BoundingBox? {
      guard let numbers = try bounds.map(NumberArguments.bounds) else { return nil }
      guard
        let box = BoundingBox(
          west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
      else { throw SetupError.badBounds }
      return box
    }
  }

  struct CheckPlaces: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Find doubtful names, codes and points of gazetteers.",
      discussion: "Example: almanac gazetteer check config/gazetteer/hill.geojson")

    @Argument(help: "Gazetteers. (default: those of the configuration)")
    var files: [String] = []

    @OptionGroup var answer: AnswerOptions

    func run() throws {
      let checks =
        files.isEmpty
        ? try GazetteerCheckAnswer.all(of: answer.global.configuration)
        : try files.map { GazetteerCheckAnswer(file: $0, bytes: try InputFile.bytes(of: $0)) }
      try answer.print(checks) {
        checks.map(\.text).joined(separator: "\n\n")
      }
      if checks.contains(where: \.isUnreadable) {
        try AlmanacPipeline.ExitCode.nothingUsable.end()
      }
    }
  }

  struct Suggest: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print unplaced venues of the last run as places to add.",
      discussion: """
        Each line is a feature: an alias of the likeliest place, a known place that lacks its point, \
        or a new place. Delete what is wrong, add the points, and import the rest. A text that fits \
        several places alike is only in 'almanac review places'.

        Example: almanac gazetteer suggest > new.geojsonl
                 almanac gazetteer import new.geojsonl --merge config/gazetteer/hill.geojson
        """)

    @OptionGroup var limit: LimitOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
      let suggestions = try GazetteerSuggestion.all(global.lastRun(), limit: limit.count)
      for suggestion in suggestions {
        try StandardStream.write(line: suggestion.line)
      }
      StandardStream.report(
        "almanac: \(suggestions.count) venues, \(suggestions.count { $0.place != nil }) of them of "
          + "known places; delete the wrong lines, then almanac gazetteer import FILE --merge GAZETTEER"
      )
    }
  }
}
