import AlmanacIngest
import AlmanacModel
import Foundation

/// Reads `feeds/<id>/feed.yaml`.
struct SourceLoader {
  let campuses: [String: Gazetteer]
  let taxonomy: Taxonomy
  let samples: Bool
  let platforms: PlatformLibrary

  func load(_ definition: ConfigurationNode, id: String) throws(ConfigurationError) -> Source {
    let root = try ConfigurationSchema.completed(platforms.completing(definition), .feed)
    guard id.utf8.allSatisfy(Self.isOfID), !id.hasPrefix(".") else {
      throw root.error(
        "the folder's name is the source's id: use letters, digits, '-', '_' and '.'")
    }
    let campus = try root.required("campus")
    guard let name = campus.text, let gazetteer = campuses[name] else {
      throw campus.error(
        "there is no campus '\(campus.text ?? "")'; known are "
          + campuses.keys.sorted().joined(separator: ", "))
    }
    var source = Source(
      id: id, name: root["name"]?.text, campus: name,
      kind: try root.value("kind") { $0.word(Source.Kind.self) }, location: .file(""))
    source.weather = try root["weather"]?.weatherRequest(url: root["url"])
    source.submissions = try root["submissions"]?.submissionRules()
    source.presence = try root["presence"]?.presenceRule(gazetteer)
    // Sections of other kinds would be ignored without notice.
    for kind in [Source.Kind.weather, .submissions, .presence] {
      guard (source.kind == kind) == (root[kind.rawValue] != nil) else {
        throw root.error(
          "'kind: \(kind.rawValue)' and a '\(kind.rawValue):' section belong together")
      }
    }
    if source.kind == .submissions, let pages = root["pages"] {
      throw pages.error("a log of submissions has no pages")
    }
    source.location = try location(root, id: id)
    source.address = root["url"]?.text.map(WebcalAddress.https)
    try readContent(root, into: &source)
    try readPublishing(root, into: &source)
    if let venue = root["venue"] {
      source.venue = try venue.venueStrategy(gazetteer)
      source.venueReading = try venue.venueReading()
    }
    source.steering = try root.steering(gazetteer)
    for (word, category) in root["categories"]?.members ?? [] {
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

  private func readContent(_ root: ConfigurationNode, into source: inout Source)
    throws(ConfigurationError)
  {
    // The schema also has 'auto', which is no format.
    source.format = root["format"]?.word(FeedFormat.self)
    // A table needs no path of items: a mapping without 'item' means one if the name ends in .csv.
    if source.format == nil, let mapping = root["mapping"], mapping["item"] == nil, isTable(root) {
      source.format = .csv
    }
    source.timezone = try root["timezone"]?.timezone()
    source.completeness = root["completeness"]?.word(Source.Completeness.self)
    source.mapping = try root["mapping"].map { node throws(ConfigurationError) in
      try MappingLoader.load(node, format: source.format)
    }
    source.allowedHosts = root["allow"]?.texts ?? []
    source.credentials = try root["auth"]?.credentials()
    source.pages = try root["pages"]?.pagingRule()
    source.cadence = try root.value("every", \.seconds)
  }

  /// Whether the name of the file is that of a table.
  private func isTable(_ root: ConfigurationNode) -> Bool {
    let name = (root["path"] ?? root["url"])?.text ?? ""
    return name.lowercased().prefix { $0 != "?" && $0 != "#" }.hasSuffix(".csv")
  }

  private func readPublishing(_ root: ConfigurationNode, into source: inout Source)
    throws(ConfigurationError)
  {
    source.publisherKind = try root.value("publisherKind") { $0.word(EventKind.self) }
    source.language = root["language"]?.text
    source.license = root["license"]?.text
    source.attribution = root["attribution"]?.text
    source.publishing = try root.value("publish") { $0.word(Source.Publishing.self) }
    source.tags = root["tags"]?.texts ?? []
    source.visibility = try root.value("visibility") { $0.word(Visibility.self) }
  }

  private func location(_ root: ConfigurationNode, id: String) throws(ConfigurationError)
    -> Source.Location
  {
    let folder = URL(filePath: root.file).deletingLastPathComponent()
    if samples { return .file(try sample(in: folder, root)) }
    if let path = root["path"] { return .file(path.file(in: folder).path) }
    let url = try root.required("url")
    let text = url.text ?? ""
    guard let scheme = URL(string: text)?.scheme?.lowercased(),
      ["http", "https"].contains(scheme) || WebcalAddress.schemes.contains(scheme)
    else {
      throw url.error("'\(text)' is no http, https, webcal or webcals URL; a local file is 'path:'")
    }
    if let pattern = DatedAddress.unwritable(in: text) {
      throw url.error(
        "'\(pattern)' is no pattern of y, M, d, H, m and s for a date, nor epoch-s or epoch-ms")
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
