public import AlmanacModel
public import ArgumentParser
public import Logging

// Words of the vocabulary that may stand on the command line.

extension StageName: ExpressibleByArgument {}
extension FeedFormat: ExpressibleByArgument {}
extension EventKind: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}
