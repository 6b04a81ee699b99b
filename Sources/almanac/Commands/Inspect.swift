import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print documents as NDJSON: a line for each, then a line for each of its entries.",
      discussion: """
        Needs no configuration and no workspace. '-' is standard input. Exits 66 if a file can't be \
        read, after printing the others.

        Example: almanac inspect --timezone Europe/Paris events.ics
        """)

    @Argument(help: "Feeds of any format.")
    var files: [String]

    @Option(help: "Read as this format instead of detecting it.")
    var format: FeedFormat?

    @Option(help: ArgumentHelp("The zone of times that state none.", valueName: "zone"))
    var timezone: String?

    func run() throws {
      let inspector = try DocumentInspector(format: format, timezone: timezone)
      var areAllRead = true
      for file in files {
        do {
          let input = try InputFile.open(file)
          let isRead = try inspector.inspect(input.fileDescriptor, file: file) {
            try StandardStream.write($0)
          }
          areAllRead = areAllRead && isRead
        } catch let error as InputError {
          areAllRead = false
          try StandardStream.write(
            DocumentInspector.lines(unreadable: file, reason: "can't be read: \(error.reason)"))
        }
      }
      guard areAllRead else {
        throw ArgumentParser.ExitCode(AlmanacPipeline.ExitCode.missingInput.rawValue)
      }
    }
  }
}
