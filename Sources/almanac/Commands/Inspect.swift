import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print documents and their entries as NDJSON.",
      discussion: """
        Needs no configuration and no workspace. Exits 66 if a file can't be read, after the others.

        Example: almanac inspect --timezone Europe/Paris events.ics
        """)

    @Argument(help: "Feeds of any format; '-': standard input.")
    var files: [String]

    @Option(help: "Read as this format instead of detecting it.")
    var format: FeedFormat?

    @Option(help: ArgumentHelp("Time zone for times without one.", valueName: "zone"))
    var timezone: String?

    func run() throws {
      let inspector = try DocumentInspector(format: format, timezone: timezone)
      var areAllRead = true
      for file in files {
        do {
          let bytes = try InputFile.bytes(of: file)
          let isRead = try inspector.inspect(bytes, file: file) { try StandardStream.write($0) }
          areAllRead = areAllRead && isRead
        } catch let error as InputError {
          areAllRead = false
          try StandardStream.write(
            DocumentInspector.lines(unreadable: file, reason: "can't be read: \(error.reason)"))
        }
      }
      if !areAllRead { try AlmanacPipeline.ExitCode.missingInput.end() }
    }
  }
}
