import AlmanacPipeline
import ArgumentParser
import Foundation

extension ParsableCommand {
  /// Ends the process: usage errors as ArgumentParser tells them, all others in one line with the
  /// exit code that is theirs.
  static func exit(reporting error: any Error) -> Never {
    let code = exitCode(for: error)
    let isOfArguments = code != .failure || error is ValidationError || error is CleanExit
    if isOfArguments || error is ArgumentParser.ExitCode { exit(withError: error) }
    let message = TerminalText.safe("\(error)")
    StandardStream.tell("almanac: \(message)")
    Foundation.exit(AlmanacPipeline.ExitCode(describing: error).rawValue)
  }
}
