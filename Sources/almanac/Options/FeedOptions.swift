import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

/// How a feed that no definition describes is to be read.
struct FeedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The campus it belongs to. (default: the first)", valueName: "id"))
  var campus: String?

  @Option(help: "Read it as this format instead of detecting it.")
  var format: FeedFormat?

  @Option(help: ArgumentHelp("The zone of times that state none.", valueName: "zone"))
  var timezone: String?

  @Option(help: ArgumentHelp("A host that may have a private address.", valueName: "host"))
  var allow: [String] = []

  func options(configuration: URL?, _ output: OutputOptions, _ clock: ClockOptions)
    -> PreviewOptions
  {
    var options = PreviewOptions(
      configuration: configuration, output: output.folder, now: clock.instant)
    options.campus = campus
    options.format = format
    options.timezone = timezone
    options.allowedHosts = allow
    options.environment = ProcessInfo.processInfo.environment
    return options
  }
}
