public import AlmanacModel
public import ArgumentParser
import Logging

// Words of the vocabulary that may stand on the command line.

extension StageName: ExpressibleByArgument {}
extension FeedFormat: ExpressibleByArgument {}
extension EventKind: ExpressibleByArgument {}

/// How much is logged; each word includes those after it.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case debug, info, notice, warning, error

  var value: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
