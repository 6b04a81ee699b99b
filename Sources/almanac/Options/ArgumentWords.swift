public import AlmanacModel
public import AlmanacStore
public import AlmanacTime
public import ArgumentParser
import Logging

// Types of the vocabulary as arguments.

extension StageName: ExpressibleByArgument {}
extension RecordSet: ExpressibleByArgument {}
extension FeedFormat: ExpressibleByArgument {}
extension EventKind: ExpressibleByArgument {}

extension Weekday: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }

  public static var allValueStrings: [String] { allCases.map(\.name) }
}

/// How much is logged; each word includes those after it.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case debug, info, notice, warning, error

  var value: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
