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
    guard let gazetteer = campuses[root["campus"]?.text ?? ""] else {
      throw root.child("campus").error(
        "there is no campus '\(root["campus"]?.text ?? "")'; known are "
          + campuses.keys.sorted().joined(separator: ", "))
    }
    var source: Source = try node(of: root, id: id).decoded()
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
    if let weather = source.weather { try root["url"]?.checkPlaceholders(for: weather) }
    if samples { source.location = .file(try sample(root)) }
    source.address = root["url"]?.text.map(WebcalAddress.https)
    try readTable(root, into: &source)
    try root["venue"]?.checkLabel(source.venueReading)
    for node in [root["venue"]?["default"]] + (root["aliases"]?.members.map(\.value) ?? []) {
      try node?.checkPlaces(in: [gazetteer])
    }
    for (place, capacity) in root["presence"]?["capacity"]?.members ?? []
    where !gazetteer.places.contains(where: { $0.id == place }) {
      throw capacity.error("there is no place '\(place)' in the gazetteer")
    }
    source.categories = [:]
    for (word, category) in root["categories"]?.members ?? [] {
      source.categories[word.lowercased()] = try TaxonomyLoader.id(category, in: taxonomy)
    }
    return source
  }

  /// The keys of a definition by those of the record.
  private func node(of root: ConfigurationNode, id: String) -> ConfigurationNode {
    var node = root.adding("id", id).nesting("location")
      .nesting("steering", root.nesting("rules"))
      .setting("venueReading", to: root["venue"])
    if root["name"] == nil { node = node.adding("name", id) }
    // No format: it is detected.
    if root["format"]?.text == "auto" { node = node.setting("format", to: nil) }
    return node
  }

  private static func isOfID(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: "-_.".utf8.contains(byte)
    }
  }

  /// A table needs no path of items: a mapping without 'item' means one if the name ends in .csv.
  private func readTable(_ root: ConfigurationNode, into source: inout Source)
    throws(ConfigurationError)
  {
    guard let mapping = root["mapping"] else { return }
    if source.format == nil, mapping["item"] == nil, isTable(root) { source.format = .csv }
    if source.format == .csv {
      source.mapping?.item = ""
    } else if mapping["item"] == nil {
      throw mapping.error(
        "'item' is missing: the path of the items in XML or JSON; for a table of comma-separated "
          + "values add 'format: csv'")
    }
  }

  /// Whether the name of the file is that of a table.
  private func isTable(_ root: ConfigurationNode) -> Bool {
    let name = (root["path"] ?? root["url"])?.text ?? ""
    return name.lowercased().prefix { $0 != "?" && $0 != "#" }.hasSuffix(".csv")
  }

  private func sample(_ root: ConfigurationNode) throws(ConfigurationError) -> String {
    let folder = URL(filePath: root.file).deletingLastPathComponent()
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
