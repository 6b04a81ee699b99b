import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check this machine and the workspace, with remedies.",
      discussion: """
        Checks configuration, time zones, libraries, disk, lock, workspace, captures, edition, map \
        library, host names and system time. Exits 1 if a check fails.

        Example: almanac doctor --offline
        """)

    @Flag(help: "Use no network.")
    var offline = false

    @OptionGroup var answer: JSONOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
      let examination = await AlmanacPipeline.Doctor(
        configuration: global.configuration, output: global.folder, now: global.time,
        isOffline: offline, environment: ProcessInfo.processInfo.environment
      ).examine()
      try global.print(examination, asJSON: answer.json) { examination.text(style: $0) }
      try examination.exitCode.end()
    }
  }
}
