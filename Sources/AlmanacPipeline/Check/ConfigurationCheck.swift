public import AlmanacModel
import AlmanacPublish
import AlmanacRefine
import AlmanacTime
public import Foundation

/// All mistakes of a configuration at once: `almanac check` without arguments.
public struct ConfigurationCheck: Sendable {
  /// The configuration's file.
  public let file: String
  /// Mistakes that prevent a run, then those that break a source, then those in inputs of persons.
  public let mistakes: [ConfigurationError]
  /// The number of mistakes that prevent a run.
  private let fatalCount: Int
  /// Doubtful values with which a run works.
  public let warnings: [Finding]
  /// Counts in the order to show them.
  let counts: [(name: String, singular: String, count: Int)]

  /// - Parameters:
  ///   - samples: whether the sources are to be read from their samples.
  ///   - environment: where secrets may be.
  public init(
    configuration: URL, samples: Bool = false, environment: [String: String]
  ) {
    file = configuration.path
    let (settings, mistakes) = SettingsLoader(samples: samples)
      .check(configuration)
    let people = settings.flatMap { settings in
      settings.people.map { PeopleFolder(url: $0).mistakes(settings) }
    }
    self.mistakes =
      mistakes + (settings?.brokenSources.flatMap(\.mistakes) ?? []) + (people ?? [])
    fatalCount = mistakes.count
    guard let settings else {
      warnings = []
      counts = []
      return
    }
    warnings =
      settings.findings.map { finding in
        var finding = finding
        if finding.severity == .info { finding.severity = .warning }
        return finding
      } + Self.warnings(about: settings, environment: environment, samples: samples)
    let places = settings.campuses.reduce(0) { $0 + $1.gazetteer.places.count }
    counts = [
      ("campuses", "campus", settings.campuses.count),
      ("sources", "source", settings.sourceIDs.count), ("places", "place", places),
      ("categories", "category", settings.taxonomy.categories.count),
    ]
  }

  public var exitCode: ExitCode { mistakes.isEmpty ? .published : .configuration }

  private static func warnings(
    about settings: Settings, environment: [String: String], samples: Bool
  ) -> [Finding] {
    var warnings: [Finding] = []
    func warn(_ subject: String, _ message: String) {
      warnings.append(
        Finding("W_CONFIGURATION", severity: .warning, subject: subject, message: message))
    }
    let standard = try? ConfigurationNode.standard(.almanac)
    if settings.publishing.uidDomain == standard?["publish"]?["uidDomain"]?.text {
      warn(
        "publish.uidDomain",
        "is not set; set a domain of yours before anybody subscribes: it must never change")
    }
    let asksTheWeb = !samples && settings.sources.contains(where: \.isOfTheWeb)
    if asksTheWeb, settings.fetching.userAgent == standard?["fetch"]?["userAgent"]?.text {
      warn("fetch.userAgent", "is not set; name a page or an address where publishers reach you")
    }
    for campus in settings.campuses {
      let id = campus.campus.id
      if campus.gazetteerDigest.isEmpty {
        warn(
          "campuses.\(id)",
          "has no gazetteer, so that its venues are not placed; "
            + "'almanac init' writes one to begin with")
      }
      if settings.brokenSources.isEmpty, !settings.sources.contains(where: { $0.campus == id }) {
        warn("campuses.\(id)", "no source names it; 'almanac add URL' adds one")
      }
    }
    if !samples {
      for source in settings.sources {
        for message in missing(source, environment) { warn(source.id, message) }
      }
    }
    warnDecisions(settings, warn)
    return warnings
  }

  /// What a source names that is not on this machine.
  private static func missing(_ source: Source, _ environment: [String: String]) -> [String] {
    var missing: [String] = []
    for place in [source.weather?.key, source.credentials?.secret].compactMap(\.self) {
      switch place {
      case .environment(let name) where environment[name]?.isEmpty ?? true:
        missing.append("its secret is missing here: the environment has no \(name)")
      case .file(let path) where !FileManager.default.isReadableFile(atPath: path):
        missing.append("its secret is missing here: \(path) can't be read")
      default: break
      }
    }
    if case .file(let path) = source.location, !FileManager.default.fileExists(atPath: path) {
      missing.append("there is no file \(path); correct 'path' in feed.yaml")
    }
    return missing
  }

  /// Decisions that name a place or category that there is not. What they name of events is known
  /// only after a run.
  private static func warnDecisions(_ settings: Settings, _ warn: (String, String) -> Void) {
    let places = Set(settings.campuses.flatMap { $0.gazetteer.places.map(\.id) })
    for (venue, place) in settings.decisions.pinPlace.sorted(by: { $0.key < $1.key })
    where !places.contains(place) {
      warn("pin-place: \(venue)", "no gazetteer has the place '\(place)'")
    }
    for (event, values) in settings.decisions.set.sorted(by: { $0.key < $1.key }) {
      if let name = values["category"], settings.taxonomy.category(named: name) == nil {
        warn("edit: \(event)", "there is no category '\(name)'")
      }
      if let place = values["place"], !places.contains(place) {
        warn("edit: \(event)", "no gazetteer has the place '\(place)'")
      }
    }
  }
}

extension ConfigurationCheck {
  /// A line each, in the manner of compilers, then the sum.
  public func text(style: TerminalStyle = .plain) -> String {
    var lines = mistakes.map { mistake in
      let place = mistake.line.map { "\(mistake.file):\($0)" } ?? mistake.file
      return "\(TerminalText.oneLine(place)): \(style.tinted("error", .error)): "
        + TerminalText.oneLine(mistake.message)
    }
    lines += warnings.map { finding in
      let subject = finding.subject.map { "\(TerminalText.oneLine($0)): " } ?? ""
      return "\(TerminalText.oneLine(file)): \(style.tinted("warning", .warning)): "
        + "\(finding.code): \(subject)\(TerminalText.oneLine(finding.message))"
    }
    let sum = counts.map { String(counting: $0.count, $0.singular, plural: $0.name) }
      .joined(separator: ", ")
    lines.append(
      mistakes.isEmpty
        ? "\(style.tinted("ok", .good)): \(sum)\(warnings.isEmpty ? "" : "; \(String(counting: warnings.count, "warning"))")"
        : fatalCount > 0
          ? "\(String(counting: mistakes.count, "mistake")) to be corrected before anything can run"
          : "\(String(counting: mistakes.count, "mistake")) in definitions of sources, whose last data stays "
            + "published")
    return lines.joined(separator: "\n")
  }
}

extension ConfigurationCheck: Answer {
  public static let schema = "almanac.check/2"

  private enum CodingKeys: CodingKey { case file, exit, counts, mistakes, warnings }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(file, forKey: .file)
    try members.encode(exitCode, forKey: .exit)
    let pairs = counts.map { ($0.name, $0.count) }
    try members.encode(Dictionary(pairs) { $1 }, forKey: .counts)
    try members.encode(mistakes, forKey: .mistakes)
    try members.encode(warnings, forKey: .warnings)
  }
}
