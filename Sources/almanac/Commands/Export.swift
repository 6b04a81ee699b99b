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
      var options = RunOptions(
        configuration: global.configuration, output: global.folder, now: global.time,
        samples: samples)
      options.usesSamplesClock = samples && global.statedTime == nil
      try await RecordExporter(options: options, log: global.logger).run(
        records, into: to.map { URL(filePath: $0) }
      ) { try StandardStream.write($0) }
    }
  }
}
