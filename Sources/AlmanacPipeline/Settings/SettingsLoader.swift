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
      mistakes.append(error)
    }
    return (settings, mistakes)
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
    try root.allow(
      [
        "campuses", "sources", "categories", "decisions", "window", "samples", "trust", "weather",
        "publish", "fetch", "shrink", "learn", "ping",
      ], noting: &mistakes)
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
        mistakes.append(error)
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
        if let node = try root.child("weather") { try read(node.resolved(in: folder)) } else {
          try DefaultFiles.weather()
        }
      settings.weatherRules = try WeatherRuleLoader.load(rules)
    }
    let sections: [Section] = [
      window, samplesClock, publishing, fetching, shrinking, learning, ping,
    ]
    for section in sections {
      attempt { settings throws(ConfigurationError) in try section(root, folder, &settings) }
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
    try node.allow(["id", "name", "timezone", "gazetteer"])
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
    return try TaxonomyLoader.load(try read(file), folder: file.deletingLastPathComponent())
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
        settings.sources.append(try loader.load(try read(definition), id: name))
      } catch {
        settings.brokenSources.append(Settings.BrokenSource(id: name, mistake: error))
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
    try sourceLoader(campuses: settings.campuses, taxonomy: settings.taxonomy)
      .load(try .load(file: file, bytes: bytes), id: id)
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
      return try DecisionsLoader.load(try read(file))
    }
    return try DecisionsLoader.load(try read(node.resolved(in: folder)))
  }

  private typealias Section = (ConfigurationNode, URL, inout Settings) throws(ConfigurationError)
    -> Void

  private func window(_ root: ConfigurationNode, _: URL, _ settings: inout Settings)
    throws(ConfigurationError)
  {
    guard let node = try root.child("window") else { return }
    try node.allow(["past", "future"])
    if let past = try node.child("past") { settings.reach.past = try past.duration() }
    if let future = try node.child("future") { settings.reach.future = try future.duration() }
  }

  private func samplesClock(_ root: ConfigurationNode, _: URL, _ settings: inout Settings)
    throws(ConfigurationError)
  {
    guard let node = try root.child("samples") else { return }
    try node.allow(["now"])
    let now = try node.required("now")
    guard let instant = Instant(rfc3339: try now.string()) else {
      throw now.error("expected an RFC 3339 time such as 2026-03-02T12:00:00Z")
    }
    settings.samplesNow = instant
  }

  private func shrinking(_ root: ConfigurationNode, _: URL, _ settings: inout Settings)
    throws(ConfigurationError)
  {
    guard let node = try root.child("shrink") else { return }
    try node.allow(["percent", "events", "nights"])
    if let share = try node.child("percent") {
      settings.shrinking.percent = try share.integer(in: 1...100)
    }
    if let count = try node.child("events") {
      settings.shrinking.events = try count.integer(in: 1...1_000_000)
    }
    if let count = try node.child("nights") {
      settings.shrinking.nights = try count.integer(in: 1...365)
    }
  }

  private func learning(_ root: ConfigurationNode, _: URL, _ settings: inout Settings)
    throws(ConfigurationError)
  {
    guard let node = try root.child("learn") else { return }
    try node.allow(["days", "percent"])
    if let days = try node.child("days") { settings.learning.days = try days.integer(in: 0...365) }
    if let share = try node.child("percent") {
      settings.learning.percent = try share.integer(in: 0...100)
    }
  }

  private func ping(_ root: ConfigurationNode, _: URL, _ settings: inout Settings)
    throws(ConfigurationError)
  {
    if let node = try root.child("ping") { settings.ping = try PingLoader.load(node) }
  }

  private func publishing(_ root: ConfigurationNode, _ folder: URL, _ settings: inout Settings)
    throws(ConfigurationError)
  {
    guard let node = try root.child("publish") else { return }
    settings.publishing = try PublishLoader.load(node, folder: folder)
  }

  private func fetching(_ root: ConfigurationNode, _: URL, _ settings: inout Settings)
    throws(ConfigurationError)
  {
    if let node = try root.child("fetch") { settings.fetching = try fetching(node) }
  }

  private func fetching(_ node: ConfigurationNode) throws(ConfigurationError)
    -> Settings.Fetching
  {
    try node.allow(
      ["userAgent", "concurrency", "perHost", "gap", "timeout", "maxBytes", "goneAfter"])
    var fetching = Settings.Fetching()
    if let agent = try node.child("userAgent") { fetching.userAgent = try agent.string() }
    if let count = try node.child("concurrency") {
      fetching.concurrency = try count.integer(in: 1...256)
    }
    if let count = try node.child("perHost") { fetching.perHost = try count.integer(in: 1...32) }
    if let gap = try node.child("gap") { fetching.gap = try gap.milliseconds() }
    if let limit = try node.child("timeout") {
      fetching.timeout = try limit.duration()
      guard fetching.timeout > 0 else { throw limit.error("must be at least 1s") }
    }
    if let size = try node.child("maxBytes") { fetching.maxBytes = try size.byteCount() }
    if let limit = try node.child("goneAfter") {
      fetching.goneAfter = try limit.duration()
      guard fetching.goneAfter > 0 else { throw limit.error("must be at least 1s") }
    }
    return fetching
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
  func slug() throws(ConfigurationError) -> String {
    let text = try string()
    let isSlug =
      !text.isEmpty
      && text.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
    guard isSlug, text.utf8.count <= 64 else {
      throw error("'\(text)' must be of small letters, digits and hyphens")
    }
    return text
  }

  func timezone(in zones: ZoneDatabase) throws(ConfigurationError) -> String {
    let name = try string()
    guard zones.zone(named: name) != nil else {
      throw error("'\(name)' is no IANA time zone, such as Europe/Paris")
    }
    return name
  }
}
