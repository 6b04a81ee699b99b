import AlmanacModel
import AlmanacPublish
import AlmanacRefine
public import AlmanacTime
public import Foundation

/// Reads `almanac.yaml` and the files it names.
public struct SettingsLoader: Sendable {
  private let zones: ZoneDatabase
  /// Whether sources are read from the sample beside their definition.
  private let samples: Bool
  /// Whether a configuration is right that has no source yet.
  private let mayLackSources: Bool

  public init(zones: ZoneDatabase, samples: Bool, mayLackSources: Bool = false) {
    self.zones = zones
    self.samples = samples
    self.mayLackSources = mayLackSources
  }

  /// - Returns: sources with a mistake in their definition are in `brokenSources`.
  /// - Throws: the first mistake of the other files.
  public func load(_ file: URL) throws(ConfigurationError) -> Settings {
    let (settings, mistakes) = check(file)
    if let first = mistakes.first { throw first }
    guard let settings else { throw ConfigurationError(file: file.path, "can't be read") }
    return settings
  }

  /// All mistakes but those of sources, in the order of the files, and what could be read in spite of
  /// them; nil where that is nothing.
  func check(_ file: URL) -> (settings: Settings?, mistakes: [ConfigurationError]) {
    var mistakes: [ConfigurationError] = []
    var settings: Settings?
    do throws(ConfigurationError) {
      settings = try self.settings(file, noting: &mistakes)
    } catch {
      Self.add(error, to: &mistakes)
    }
    return (settings, mistakes)
  }

  /// A value that the schema already found wrong is not reported twice.
  private static func add(_ mistake: ConfigurationError, to mistakes: inout [ConfigurationError]) {
    let isKnown = mistakes.contains { $0.file == mistake.file && $0.line == mistake.line }
    if !isKnown { mistakes.append(mistake) }
  }

  /// - Throws: what leaves nothing to read the rest by.
  private func settings(_ file: URL, noting mistakes: inout [ConfigurationError])
    throws(ConfigurationError) -> Settings
  {
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw ConfigurationError(
        file: file.path,
        "is not there; 'almanac init' writes a new configuration, and --config FILE names another")
    }
    let root = try read(file)
    mistakes += try ConfigurationSchema.mistakes(in: root, .almanac)
    let folder = file.deletingLastPathComponent()
    var findings: [Finding] = []
    let campuses = try campuses(root, folder: folder, findings: &findings)
    let categories = try categories(root, folder: folder)
    var settings = Settings(
      campuses: campuses, sources: [], taxonomy: categories.taxonomy, decisions: Decisions(),
      trust: [])
    settings.categoryModel = categories.model
    settings.categoryModelDigest = categories.modelDigest
    settings.findings = findings + categories.findings
    func attempt(_ body: (inout Settings) throws(ConfigurationError) -> Void) {
      do throws(ConfigurationError) {
        try body(&settings)
      } catch {
        Self.add(error, to: &mistakes)
      }
    }
    var areSourcesKnown = false
    attempt { settings throws(ConfigurationError) in
      try sources(root, folder: folder, into: &settings)
      areSourcesKnown = true
    }
    attempt { settings throws(ConfigurationError) in
      settings.decisions = try decisions(root, folder: folder)
    }
    if areSourcesKnown {
      attempt { settings throws(ConfigurationError) in try trust(root, into: &settings) }
    }
    attempt { settings throws(ConfigurationError) in
      let rules =
        if let node = try root.child("weather") {
          try read(node.resolved(in: folder), .weather)
        } else {
          try DefaultFiles.weather()
        }
      settings.weatherRules = try WeatherRuleLoader.load(rules)
    }
    for section in SettingsSections.all {
      attempt { settings throws(ConfigurationError) in
        try root.child(section.key)?.decode(section).apply(to: &settings)
      }
    }
    attempt { settings throws(ConfigurationError) in
      guard let node = try root.child("publish") else { return }
      settings.publishing = try PublishLoader.load(node, folder: folder)
    }
    attempt { settings throws(ConfigurationError) in
      settings.people = try root.child("people")?.resolved(in: folder)
    }
    attempt { settings throws(ConfigurationError) in
      settings.ping = try root.child("ping").map(PingLoader.load)
    }
    return settings
  }

  private func campuses(
    _ root: ConfigurationNode, folder: URL, findings: inout [Finding]
  ) throws(ConfigurationError) -> [Settings.CampusSettings] {
    var campuses: [Settings.CampusSettings] = []
    for node in try root.required("campuses").list() {
      let campus = try campus(node, folder: folder, findings: &findings)
      guard !campuses.contains(where: { $0.campus.id == campus.campus.id }) else {
        throw node.error("the campus '\(campus.campus.id)' is there twice")
      }
      campuses.append(campus)
    }
    guard !campuses.isEmpty else { throw root.error("'campuses' is empty") }
    return campuses
  }

  private func read(_ file: URL) throws(ConfigurationError) -> ConfigurationNode {
    try .load(file: file.path, bytes: try bytes(of: file))
  }

  /// - Throws: the first mistake of a file that is not as its schema wants it.
  private func read(_ file: URL, _ kind: ConfigurationSchema.Kind) throws(ConfigurationError)
    -> ConfigurationNode
  {
    let root = try read(file)
    if let first = try ConfigurationSchema.mistakes(in: root, kind).first { throw first }
    return root
  }

  private func bytes(of file: URL) throws(ConfigurationError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: file))
    } catch {
      throw ConfigurationError(
        file: file.path,
        "can't be read (\(error.localizedDescription)); correct the path that leads to it, or its "
          + "owner")
    }
  }

  private func campus(
    _ node: ConfigurationNode, folder: URL, findings: inout [Finding]
  ) throws(ConfigurationError) -> Settings.CampusSettings {
    let id = try node.required("id").slug()
    let zone = try node.required("timezone")
    let campus = Campus(
      id: id, name: try node.child("name")?.string() ?? id,
      timezone: try zone.timezone(in: zones))
    guard let path = try node.child("gazetteer") else {
      return Settings.CampusSettings(
        campus: campus, gazetteer: Gazetteer(name: id, places: []), gazetteerDigest: "")
    }
    let file = try path.resolved(in: folder)
    let bytes = try bytes(of: file)
    let (gazetteer, found) = GazetteerReader.read(bytes)
    findings += found.map { finding in
      var finding = finding
      finding.message = "\(file.lastPathComponent): \(finding.message)"
      return finding
    }
    guard let gazetteer else {
      throw ConfigurationError(
        file: file.path, found.last?.message ?? "is not a GeoJSON FeatureCollection")
    }
    return Settings.CampusSettings(
      campus: campus, gazetteer: gazetteer, gazetteerDigest: Fingerprint.digest(of: bytes))
  }

  /// The taxonomy and the model in force: those of the file that the configuration names, else the
  /// built-in ones.
  private func categories(_ root: ConfigurationNode, folder: URL) throws(ConfigurationError)
    -> CategorySettings
  {
    guard let node = try root.child("categories") else { return try DefaultFiles.categories() }
    let file = try node.resolved(in: folder)
    return try TaxonomyLoader.load(
      try read(file, .categories), folder: file.deletingLastPathComponent())
  }

  private func sources(_ root: ConfigurationNode, folder: URL, into settings: inout Settings)
    throws(ConfigurationError)
  {
    let node = try root.required("sources")
    let home = try node.resolved(in: folder)
    var names: [String] = []
    // 'almanac add' makes the folder with the first source.
    if FileManager.default.fileExists(atPath: home.path) {
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: home.path)
      } catch {
        throw node.error("the folder \(home.path) can't be read: \(error.localizedDescription)")
      }
    }
    let loader = sourceLoader(campuses: settings.campuses, taxonomy: settings.taxonomy)
    settings.sources.reserveCapacity(names.count)
    var isEmpty = true
    for name in names.sorted() {
      let definition = home.appending(path: name).appending(path: "feed.yaml")
      guard FileManager.default.fileExists(atPath: definition.path) else { continue }
      isEmpty = false
      do throws(ConfigurationError) {
        let root = try read(definition)
        let mistakes = try ConfigurationSchema.mistakes(in: root, .feed)
        if mistakes.isEmpty {
          settings.sources.append(try loader.load(root, id: name))
        } else {
          settings.brokenSources.append(Settings.BrokenSource(id: name, mistakes: mistakes))
        }
      } catch {
        settings.brokenSources.append(Settings.BrokenSource(id: name, mistakes: [error]))
      }
    }
    guard !isEmpty || mayLackSources else {
      throw node.error(
        "no <id>/feed.yaml in \(home.path) yet; 'almanac add URL' makes one of a feed")
    }
  }

  private func sourceLoader(campuses: [Settings.CampusSettings], taxonomy: Taxonomy)
    -> SourceLoader
  {
    SourceLoader(
      campuses: Dictionary(
        campuses.map { ($0.campus.id, $0.gazetteer) }, uniquingKeysWith: { first, _ in first }),
      taxonomy: taxonomy, zones: zones, samples: samples)
  }

  /// Reads one definition, which need not lie where the configuration looks for them.
  func source(_ bytes: [UInt8], file: String, id: String, in settings: Settings)
    throws(ConfigurationError) -> Source
  {
    let root = try ConfigurationNode.load(file: file, bytes: bytes)
    if let first = try ConfigurationSchema.mistakes(in: root, .feed).first { throw first }
    return try sourceLoader(campuses: settings.campuses, taxonomy: settings.taxonomy)
      .load(root, id: id)
  }

  /// The folder of the sources.
  func home(of file: URL) throws(ConfigurationError) -> URL {
    try read(file).required("sources").resolved(in: file.deletingLastPathComponent())
  }

  /// A source that was removed may still be named; the others keep their order.
  private func trust(_ root: ConfigurationNode, into settings: inout Settings)
    throws(ConfigurationError)
  {
    let known = settings.sourceIDs
    for node in try root.child("trust")?.list() ?? [] {
      let id = try node.string()
      if known.contains(id) {
        settings.trust.append(id)
      } else {
        let mistake = node.error("there is no source '\(id)'; take it out of 'trust'")
        settings.findings.append(
          Finding(
            "W_CONFIGURATION", severity: .warning, subject: "trust", message: "\(mistake)"))
      }
    }
  }

  private func decisions(_ root: ConfigurationNode, folder: URL) throws(ConfigurationError)
    -> Decisions
  {
    guard let node = try root.child("decisions") else {
      let file = folder.appending(path: "decisions.yaml")
      guard FileManager.default.fileExists(atPath: file.path) else { return Decisions() }
      return try read(file, .decisions).decode(DecisionsFile.self).decisions
    }
    return try read(node.resolved(in: folder), .decisions).decode(DecisionsFile.self).decisions
  }
}

extension ConfigurationNode {
  /// A path, absolute or from the folder on.
  func resolved(in folder: URL) throws(ConfigurationError) -> URL {
    let path = try string()
    return path.hasPrefix("/")
      ? URL(filePath: path) : folder.appending(path: path).standardizedFileURL
  }

  /// A name that may stand in a file name and a URL.
  func slug() throws(ConfigurationError) -> String { try decode(SlugText.self).value }

  func timezone(in zones: ZoneDatabase) throws(ConfigurationError) -> String {
    let name = try string()
    guard zones.zone(named: name) != nil else {
      throw error("'\(name)' is no IANA time zone, such as Europe/Paris")
    }
    return name
  }
}
