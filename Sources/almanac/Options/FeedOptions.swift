import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

/// How to read a feed that has no definition.
struct FeedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Campus of the feed. (default: the first)", valueName: "id"))
  var campus: String?

  @Option(help: "Read as this format instead of detecting it.")
  var format: FeedFormat?

  @Option(help: ArgumentHelp("Time zone for times without one.", valueName: "zone"))
  var timezone: String?

  @Option(help: ArgumentHelp("Host that may have a private address.", valueName: "host"))
  var allowPrivateHost: [String] = []

  func options(configuration: URL?, _ global: GlobalOptions) -> PreviewOptions {
    var options = PreviewOptions(
      configuration: configuration, output: global.folder, now: global.time)
    options.campus = campus
    options.format = format
    options.timezone = timezone
    options.allowedHosts = allowPrivateHost
    options.environment = ProcessInfo.processInfo.environment
    return options
  }
}
