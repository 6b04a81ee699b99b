import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Examine the machine and what the runs left, each with its remedy.",
      discussion: """
        A line each: configuration, time zones, libraries, disk, lock, workspace, captures, edition, \
        map library, names of hosts and clock. Exits 1 where one of them fails.

        Example: almanac doctor --offline
        """)

    @Flag(help: "Ask nobody on the network.")
    var offline = false

    @Flag(help: "One JSON object instead of lines.")
    var json = false

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var reporting: IdleReporting

    func run() async throws {
      let lines = await AlmanacPipeline.Doctor(
        configuration: configuration.file, output: output.folder, now: clock.instant,
        isOffline: offline, environment: ProcessInfo.processInfo.environment
      ).examine()
      try StandardStream.write(
        line: json
          ? AlmanacPipeline.Doctor.json(of: lines)
          : AlmanacPipeline.Doctor.text(of: lines, style: Terminal.output.style))
      let code = AlmanacPipeline.Doctor.exitCode(of: lines)
      if code != .published { throw ArgumentParser.ExitCode(code.rawValue) }
    }
  }
}
