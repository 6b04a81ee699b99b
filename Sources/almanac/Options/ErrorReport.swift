import AlmanacPipeline
import ArgumentParser
import Foundation

extension ParsableCommand {
  /// Ends the process: prints usage errors as ArgumentParser does, and any other error in one line with its
  /// exit code.
  static func exit(reporting error: any Error) -> Never {
    let code = exitCode(for: error)
    let isOfArguments = code != .failure || error is ValidationError || error is CleanExit
    if isOfArguments || error is ArgumentParser.ExitCode { exit(withError: error) }
    let message = TerminalText.safe("\(error)")
    StandardStream.report("almanac: \(message)")
    Foundation.exit(AlmanacPipeline.ExitCode(describing: error).rawValue)
  }
}
