import AlmanacPipeline
import AlmanacStore
import ArgumentParser
import Foundation

extension Almanac {
  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the records that stages exchange.",
      discussion: """
        What a stage left, or what another one needs: the input and output of stages with --records.

        Examples: almanac export venues --samples
                  almanac export parse --to parts/parse
        """)

    @Argument(help: "Set of records.")
    var records: RecordSet

    @Option(
      help: ArgumentHelp("Write a file for each campus into this folder.", valueName: "dir"))
    var to: String?

    @Flag(help: "The output folder holds samples.")
    var samples = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
      try await RecordExport.run(
        records, global.runOptions(samples: samples), into: to.map { URL(filePath: $0) },
        log: global.logger
      ) { try StandardStream.write($0) }
    }
  }
}
