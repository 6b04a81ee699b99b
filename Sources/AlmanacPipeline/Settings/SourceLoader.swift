import AlmanacModel
import AlmanacTime
import Foundation

/// Reads `feeds/<id>/feed.yaml`.
struct SourceLoader {
  let campuses: [String: Gazetteer]
  let taxonomy: Taxonomy
  let zones: ZoneDatabase
  let samples: Bool

  func load(_ root: ConfigurationNode, id: String) throws(ConfigurationError) -> Source {
    guard id.utf8.allSatisfy(Self.isOfID), !id.hasPrefix(".") else {
      throw root.error(
        "the folder's name is the source's id: use letters, digits, '-', '_' and '.'")
    }
    let campus = try root.required("campus")
    guard let gazetteer = campuses[try campus.string()] else {
      throw campus.error(
        "there is no campus '\(try campus.string())'; known are "
          + campuses.keys.sorted().joined(separator: ", "))
    }
    let kind = try root.child("kind")?.word(SourceKind.self)
    var source = Source(
      id: id, name: try root.child("name")?.string(), campus: try campus.string(),
      kind: kind?.value ?? .events, location: .file(""))
    source.weather = try root.child("weather").map { node throws(ConfigurationError) in
      try WeatherRequestLoader.load(node, url: try root.child("url"))
    }
    guard (source.kind == .weather) == (source.weather != nil) else {
      throw root.error("'kind: weather' and a 'weather:' section belong together")
    }
    source.location = try location(root, id: id)
    source.address = try root.child("url").map { node throws(ConfigurationError) in
      WebcalAddress.https(try node.string())
    }
    try reading(root, into: &source)
    try publishing(root, into: &source)
    source.venue = try VenueStrategyLoader.load(root.child("venue"), gazetteer: gazetteer)
    source.venueReading = try VenueStrategyLoader.reading(root.child("venue"))
    for (word, category) in try root.child("categories")?.members() ?? [] {
      source.categories[word.lowercased()] = try TaxonomyLoader.id(category, in: taxonomy)
    }
    return source
  }

  private static func isOfID(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: "-_.".utf8.contains(byte)
    }
  }

  private func reading(_ root: ConfigurationNode, into source: inout Source)
    throws(ConfigurationError)
  {
    source.format = try root.child("format").flatMap(format)
    // A table has no items to lead to, so that its mapping shows by the name of the file what it is.
    if source.format == nil, let mapping = try root.child("mapping") {
      let item = try mapping.child("item")
      let isTable = try isTable(root)
      if item == nil, isTable { source.format = .csv }
    }
    source.timezone = try root.child("timezone")?.timezone(in: zones)
    source.completeness = try root.child("completeness")?.word(CompletenessWord.self).value
    if let mapping = try root.child("mapping") {
      source.mapping = try MappingLoader.load(mapping, format: source.format)
    }
    source.allowedHosts = try root.child("allow")?.strings() ?? []
    source.credentials = try root.child("auth").map(CredentialsLoader.load)
    if let every = try root.child("every") { source.cadence = try every.duration() }
  }

  /// Whether the name of the file is that of a table.
  private func isTable(_ root: ConfigurationNode) throws(ConfigurationError) -> Bool {
    let path = try root.child("path")
    let address = try root.child("url")
    let name = try (path ?? address)?.string() ?? ""
    return name.lowercased().prefix { $0 != "?" && $0 != "#" }.hasSuffix(".csv")
  }

  /// nil for `auto`.
  private func format(_ node: ConfigurationNode) throws(ConfigurationError) -> FeedFormat? {
    let word = try node.string()
    if word == "auto" { return nil }
    guard let format = FeedFormat(rawValue: word) else {
      let known = FeedFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw node.error("'\(word)' is none of auto, \(known)")
    }
    return format
  }

  private func publishing(_ root: ConfigurationNode, into source: inout Source)
    throws(ConfigurationError)
  {
    if let kind = try root.child("publisherKind") {
      source.publisherKind = try kind.word(EventKind.self)
    }
    source.language = try root.child("language")?.string()
    source.license = try root.child("license")?.string()
    source.attribution = try root.child("attribution")?.string()
    if let publish = try root.child("publish") {
      source.publishing = try publish.word(PublishingWord.self) == .facts ? .facts : .full
    }
    source.tags = try root.child("tags")?.strings() ?? []
    if let visibility = try root.child("visibility") {
      source.visibility =
        try visibility.word(VisibilityWord.self) == .public ? .public : .private
    }
  }

  private func location(_ root: ConfigurationNode, id: String) throws(ConfigurationError)
    -> Source.Location
  {
    let folder = URL(filePath: root.file).deletingLastPathComponent()
    if samples { return .file(try sample(in: folder, root)) }
    if let path = try root.child("path") { return .file(try path.resolved(in: folder).path) }
    let url = try root.required("url")
    let text = try url.string()
    guard let scheme = URL(string: text)?.scheme?.lowercased(),
      ["http", "https"].contains(scheme) || WebcalAddress.schemes.contains(scheme)
    else {
      throw url.error("'\(text)' is no http, https, webcal or webcals URL; a local file is 'path:'")
    }
    return .url(text)
  }

  private func sample(in folder: URL, _ root: ConfigurationNode) throws(ConfigurationError)
    -> String
  {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch {
      throw root.error("its folder can't be read: \(error.localizedDescription)")
    }
    guard let name = names.sorted().first(where: { $0.hasPrefix("sample.") }) else {
      throw root.error("--samples needs a file sample.<ext> beside this definition")
    }
    return folder.appending(path: name).path
  }
}

private enum SourceKind: String, CaseIterable {
  case events, weather, transit

  var value: Source.Kind {
    switch self {
    case .events: .events
    case .weather: .weather
    case .transit: .transit
    }
  }
}

private enum CompletenessWord: String, CaseIterable {
  case full, window

  var value: Source.Completeness { self == .full ? .full : .window }
}

private enum PublishingWord: String, CaseIterable { case facts, full }

private enum VisibilityWord: String, CaseIterable { case `public`, `private` }
