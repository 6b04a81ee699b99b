import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say how every source is: health, last good, age, counts; and the last runs.",
      discussion: """
        Exits 0 when all is fresh, 1 when a source failed, 2 when the edition is stale: older \
        than 30 hours. Samples live at their own time, unless --now says another.

        Example: almanac status --json
        """)

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var reporting: IdleReporting

    @Flag(help: "One JSON object instead of a table.")
    var json = false

    func run() throws {
      let status = try StatusReport(
        configuration: configuration.file, output: output.folder, now: clock.instant,
        isClockStated: clock.stated != nil)
      try StandardStream.write(line: json ? status.json : status.text(style: Terminal.output.style))
      if status.exitCode != .published {
        throw ArgumentParser.ExitCode(status.exitCode.rawValue)
      }
    }
  }
}
