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

    @OptionGroup var answer: AnswerOptions

    func run() async throws {
      let examination = await AlmanacPipeline.Doctor(
        configuration: answer.global.configuration, output: answer.global.folder,
        now: answer.global.time,
        isOffline: offline, environment: ProcessInfo.processInfo.environment
      ).examine()
      try answer.print(examination) { examination.text(style: $0) }
      try examination.exitCode.end()
    }
  }
}
