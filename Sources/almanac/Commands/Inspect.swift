import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print documents as NDJSON: a line for each, then a line for each of its entries.",
      discussion: """
        Needs no configuration and no workspace. '-' is standard input.

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
      for file in files {
        let lines: [UInt8]
        do {
          lines = inspector.lines(of: try InputFile.bytes(of: file), file: file)
        } catch {
          lines = DocumentInspector.lines(
            unreadable: file, reason: "can't be read: \(error.localizedDescription)")
        }
        try StandardStream.write(lines)
      }
    }
  }
}
