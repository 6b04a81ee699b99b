import AlmanacModel
import AlmanacPublish
import AlmanacRefine
public import Foundation

/// Reads `almanac.yaml` and the files it names.
public struct SettingsLoader: Sendable {
  /// Whether sources are read from the sample beside their definition.
  private let samples: Bool
  /// Whether a configuration without a source is valid.
  private let mayLackSources: Bool

  public init(samples: Bool, mayLackSources: Bool = false) {
    self.samples = samples
    self.mayLackSources = mayLackSources
  }

  /// - Returns: Sources with a mistake in their definition are in `brokenSources`.
  /// - Throws: The first mistake of the other files.
  public func load(_ file: URL) throws(ConfigurationError) -> Settings {
    let (settings, mistakes) = check(file)
    if let first = mistakes.first { throw first }
    guard let settings else { throw ConfigurationError(file: file.path, "can't be read") }
    return settings
  }

  /// All mistakes except those of sources, in the order of the files, and the settings that could be read
  /// in spite of them, if any.
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

  /// - Throws: A mistake without which the rest can't be read.
  private func settings(_ file: URL, noting mistakes: inout [ConfigurationError])
    throws(ConfigurationError) -> Settings
  {
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw ConfigurationError(
        file: file.path,
        "is not there; 'almanac init' writes a new configuration, and --config FILE names another")
    }
    let written = try ConfigurationNode.load(file)
    mistakes += try ConfigurationSchema.mistakes(in: written, .almanac)
    let root = try ConfigurationSchema.completed(written, .almanac, isValid: mistakes.isEmpty)
    let folder = file.deletingLastPathComponent()
    var findings: [Finding] = []
    let campuses = try campuses(root, findings: &findings)
    let categories = try categories(root)
    var settings = try Settings(campuses: campuses, taxonomy: categories.taxonomy, root)
    settings.categoryModel = categories.model
    settings.categoryModelDigest = categories.modelDigest
    settings.findings = findings + categories.findings
    settings.platforms = folder.appending(path: "platforms")
    func attempt<Value>(
      _ value: @autoclosure () throws(ConfigurationError) -> Value?
    ) -> Value? {
      do throws(ConfigurationError) {
        return try value()
      } catch {
        Self.add(error, to: &mistakes)
        return nil
      }
    }
    if let found = attempt(try sources(root, settings)) {
      (settings.sources, settings.brokenSources) = found
      trust(root, into: &settings)
    }
    settings.decisions =
      attempt(try optional(.decisions, root, folder: folder)?.decoded()) ?? settings.decisions
    settings.rules = attempt(try root.decoded()) ?? settings.rules
    settings.views = attempt(try optional(.views, root, folder: folder)?.views(settings)) ?? []
    settings.weatherRules = attempt(try weather(root).decoded("advisories")) ?? []
    return settings
  }

  private func campuses(
    _ root: ConfigurationNode, findings: inout [Finding]
  ) throws(ConfigurationError) -> [Settings.CampusSettings] {
    var campuses: [Settings.CampusSettings] = []
    for node in try root.required("campuses").elements {
      let campus = try campus(node, findings: &findings)
      guard !campuses.contains(where: { $0.campus.id == campus.campus.id }) else {
        throw node.error("the campus '\(campus.campus.id)' is there twice")
      }
      campuses.append(campus)
    }
    return campuses
  }

  private func campus(
    _ node: ConfigurationNode, findings: inout [Finding]
  ) throws(ConfigurationError) -> Settings.CampusSettings {
    let id: String = try node.decoded("id")
    let campus = Campus(
      id: id, name: try node.decoded("name") ?? id, timezone: try node.decoded("timezone"))
    guard let file: URL = try node.decoded("gazetteer") else {
      return Settings.CampusSettings(
        campus: campus, gazetteer: Gazetteer(name: id, places: []))
    }
    let bytes = try ConfigurationNode.bytes(of: file)
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
    var settings = Settings.CampusSettings(
      campus: campus, gazetteer: gazetteer, gazetteerDigest: Fingerprint.digest(of: bytes))
    settings.travel = try node["travel"]?.travelSettings(gazetteer) ?? settings.travel
    return settings
  }

  /// The taxonomy and the model in force: those of the file that the configuration names, else the
  /// built-in ones.
  private func categories(_ root: ConfigurationNode) throws(ConfigurationError)
    -> CategorySettings
  {
    guard let file: URL = try root.decoded("categories") else {
      return try DefaultFiles.categories()
    }
    return try TaxonomyLoader.settings(of: file)
  }

  /// The sources, in the order of their ids; the broken ones apart.
  private func sources(
    _ root: ConfigurationNode, _ settings: Settings
  ) throws(ConfigurationError) -> ([Source], broken: [Settings.BrokenSource]) {
    let node = try root.required("sources")
    let home: URL = try node.decoded()
    var names: [String] = []
    // 'almanac add' creates the folder with the first source.
    if FileManager.default.fileExists(atPath: home.path) {
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: home.path)
      } catch {
        throw node.error("the folder \(home.path) can't be read: \(error.localizedDescription)")
      }
    }
    let loader = sourceLoader(settings)
    let campuses = settings.campuses.map(\.campus.id)
    var sources: [Source] = []
    var broken: [Settings.BrokenSource] = []
    sources.reserveCapacity(names.count)
    for name in names.sorted() {
      guard let (definition, kind) = definition(in: home.appending(path: name)) else { continue }
      do throws(ConfigurationError) {
        let root = try ConfigurationNode.load(definition)
        let mistakes = try ConfigurationSchema.mistakes(in: root, kind)
        if mistakes.isEmpty {
          let source = try loader.load(
            kind == .feed ? root : try OwnEvents.definition(root, campuses: campuses), id: name)
          // Two counts of the same people would disclose more than one.
          if source.kind == .presence,
            let other = sources.first(where: {
              $0.kind == .presence && $0.campus == source.campus
            })
          {
            throw root.error(
              "the campus has the presence source '\(other.id)' already; put both logs into one folder"
            )
          }
          sources.append(source)
        } else {
          broken.append(Settings.BrokenSource(id: name, mistakes: mistakes))
        }
      } catch {
        broken.append(Settings.BrokenSource(id: name, mistakes: [error]))
      }
    }
    guard !sources.isEmpty || !broken.isEmpty || mayLackSources else {
      throw node.error(
        "no <id>/feed.yaml in \(home.path) yet; 'almanac add URL' writes one for a feed")
    }
    return (sources, broken)
  }

  /// The definition of a source, or the operator's own events, which have no samples.
  private func definition(in folder: URL) -> (file: URL, kind: ConfigurationSchema.Kind)? {
    let kinds =
      [("feed.yaml", ConfigurationSchema.Kind.feed)] + (samples ? [] : [(OwnEvents.file, .events)])
    return kinds.lazy.map { (file: folder.appending(path: $0), kind: $1) }
      .first { FileManager.default.fileExists(atPath: $0.file.path) }
  }

  private func sourceLoader(_ settings: Settings) -> SourceLoader {
    SourceLoader(
      campuses: settings.gazetteers, taxonomy: settings.taxonomy, samples: samples,
      platforms: PlatformLibrary(folder: settings.platforms))
  }

  /// Reads one definition, which need not be in the folder of sources.
  func source(_ bytes: [UInt8], file: String, id: String, in settings: Settings)
    throws(ConfigurationError) -> Source
  {
    let root = try ConfigurationNode.load(file: file, bytes: bytes)
    if let first = try ConfigurationSchema.mistakes(in: root, .feed).first { throw first }
    return try sourceLoader(settings).load(root, id: id)
  }

  /// The folder of the sources.
  static func home(of file: URL) throws(ConfigurationError) -> URL {
    try ConfigurationNode.load(file).decoded("sources")
  }

  /// A removed source may still be named: that is a warning.
  private func trust(_ root: ConfigurationNode, into settings: inout Settings) {
    let known = settings.sourceIDs
    for node in root["trust"]?.elements ?? [] {
      let id = node.text ?? ""
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

  /// The weather rules in force: those of the file that the configuration names, else the built-in ones.
  private func weather(_ root: ConfigurationNode) throws(ConfigurationError) -> ConfigurationNode {
    guard let file: URL = try root.decoded("weather") else { return try DefaultFiles.weather() }
    return try .load(.weather, file)
  }

  /// The file that the configuration names, else the one beside it, if it is there.
  private func optional(
    _ kind: ConfigurationSchema.Kind, _ root: ConfigurationNode, folder: URL
  ) throws(ConfigurationError) -> ConfigurationNode? {
    let name = kind.rawValue
    let file = try root.decoded(name) ?? folder.appending(path: "\(name).yaml")
    let isThere = FileManager.default.fileExists(atPath: file.path)
    guard isThere || root[name] != nil else { return nil }
    return try .load(kind, file)
  }
}

extension Settings {
  /// The settings of a configuration without the files that it names.
  ///
  /// - Parameter root: The content of `almanac.yaml` with all defaults.
  init(
    campuses: [CampusSettings], taxonomy: Taxonomy, _ root: ConfigurationNode
  ) throws(ConfigurationError) {
    self.campuses = campuses
    self.taxonomy = taxonomy
    windowLength = try root.decoded("window")
    fetching = try root.decoded("fetch")
    let shrink = root.child("shrink")
    shrinkLimits = try shrink.decoded()
    // `nights` is the former name of `days`.
    shrinkLimits.days = try shrink.decoded("nights") ?? shrinkLimits.days
    learning = try root.decoded("learn")
    // The options of the page are keys of the same section.
    publishing = try root.child("publish").nesting("site").decoded()
    alerting = try root.decoded("alert")
    people = try root.decoded("people")
    ping = try root.child("ping").decoded("url")
    samplesNow = try root.child("samples").decoded("now")
  }
}

extension ConfigurationNode {
  /// The defaults of a kind of file, or of a part that is a definition of its schema.
  static func standard(_ kind: ConfigurationSchema.Kind, part: String? = nil)
    throws(ConfigurationError) -> ConfigurationNode
  {
    try ConfigurationSchema.completed(
      .load(file: "\(kind.rawValue).yaml", bytes: []), kind, part: part)
  }
}
