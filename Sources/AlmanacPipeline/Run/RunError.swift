public import AlmanacModel
public import AlmanacTime

/// Why a run could not do its work as a whole; each has its exit code.
public enum RunError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is nothing to publish.
  case nothingUsable
  /// The network is down as a whole: every source of the web failed to connect.
  case networkDown
  case locked(path: String)
  case unknownSource(String, known: [String])
  case noTimeZones
  /// The run time is before that of all editions.
  case beforeAllEditions(Instant, oldest: String)
  /// A live run on a workspace of samples, or the other way round.
  case otherKindOfWorkspace(isSamples: Bool)
  case samplesWithoutTime
  case interrupted
  case noEdition(path: String)
  /// A campus has more listings than one call of `deduplicate` may take.
  case campusTooLarge(String, listings: Int, limit: Int)
  /// Parts of records have the events of a campus, but not all results of a later stage for them.
  case incompleteParts(campus: String, stage: StageName)
  /// Parts of records were made from other listings than the workspace has now.
  case outdatedParts(campus: String)
  case notHeld(String)

  public var exitCode: ExitCode {
    switch self {
    case .nothingUsable: .nothingUsable
    case .networkDown: .networkDown
    case .locked: .locked
    case .unknownSource, .notHeld: .usage
    case .noTimeZones, .beforeAllEditions, .otherKindOfWorkspace, .samplesWithoutTime:
      .configuration
    case .interrupted: .terminated
    case .noEdition, .campusTooLarge, .incompleteParts, .outdatedParts: .nothingUsable
    }
  }

  public var description: String {
    switch self {
    case .nothingUsable:
      "no source has given anything usable yet; 'almanac status' names each with its reason"
    case .networkDown:
      "no source of the web could be reached; check this machine's network and run again"
    case .locked(let path):
      "another run holds \(path); wait for it to end"
    case .unknownSource(let id, let known):
      "there is no source '\(id)'; \(EditDistance.hint(for: id, among: known))"
    case .noTimeZones:
      "the system has no time zone data; install the package tzdata"
    case .beforeAllEditions(let now, let oldest):
      "the run time \(now.rfc3339) is before all editions (the oldest is \(oldest)); set the system time, "
        + "or use another --output"
    case .otherKindOfWorkspace(true):
      "this output folder holds samples; use another --output, or add --samples"
    case .otherKindOfWorkspace(false):
      "this output folder holds live data; use another --output for --samples"
    case .samplesWithoutTime:
      "--samples needs 'samples: {now: …}' in the configuration, or --now"
    case .interrupted:
      "stopped by a signal after the work at hand; run again to go on"
    case .notHeld(let id):
      "'\(id)' is not held; 'almanac status' shows the held sources"
    case .campusTooLarge(let campus, let listings, let limit):
      "the campus '\(campus)' has \(listings) listings, more than \(limit); give the worker 4 GB of memory a "
        + "million, and raise --max-listings"
    case .incompleteParts(let campus, let stage):
      "the parts have events of '\(campus)' without all results of \(stage.rawValue); give all its parts, "
        + "or run that stage for what is missing"
    case .outdatedParts(let campus):
      "the sources of '\(campus)' were parsed again since its listings were exported; export them and run "
        + "the stages again"
    case .noEdition(let path):
      "there is no edition in \(path) yet; run 'almanac run' first"
    }
  }
}
