import AlmanacIngest
import AlmanacModel
import Foundation

/// The definitions of platforms: those that are built in, and those beside the configuration, which
/// replace built-in ones of their names.
final class PlatformLibrary {
  /// Of a page, links that are looked at.
  private static let mostLinks = 2_000
  /// Of a document, the bytes in which its marks are looked for.
  private static let markReach = 256 * 1024

  private let folder: URL?
  private lazy var builtIn = DefaultFiles.platforms()
  private var known: [String: Platform] = [:]

  /// - Parameter folder: need not exist.
  init(folder: URL?) { self.folder = folder }

  /// Sorted.
  var ids: [String] {
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) }
    let own = (names ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
    return Set(builtIn.keys).union(own).sorted()
  }

  /// nil for a name that no platform has.
  ///
  /// - Throws: a mistake of its file.
  func platform(_ id: String) throws(ConfigurationError) -> Platform? {
    if let platform = known[id] { return platform }
    // A name with a slash would lead out of the folder.
    guard ids.contains(id) else { return nil }
    let own = folder?.appending(path: "\(id).yaml")
    let data = own.flatMap { FileManager.default.contents(atPath: $0.path) }
    guard let bytes = data.map(Array.init) ?? builtIn[id] else { return nil }
    let platform = try Platform(bytes, id: id, file: data == nil ? "\(id).yaml" : own?.path ?? id)
    known[id] = platform
    return platform
  }

  /// A definition with what its platform adds: the address, and the keys that it does not have itself.
  func completing(_ root: ConfigurationNode) throws(ConfigurationError) -> ConfigurationNode {
    guard let node = root["platform"] else { return root }
    guard let platform = try platform(node.text ?? "") else {
      throw node.error(
        "there is no platform '\(node.text ?? "")'; \(EditDistance.hint(for: node.text ?? "", among: ids))"
      )
    }
    let completed = platform.feed.map(root.completed) ?? root
    guard root["url"] == nil, root["path"] == nil else { return completed }
    let (address, missing) = platform.address(
      host: root["host"]?.text, calendar: root["calendar"]?.text)
    guard let address else {
      let key = missing ?? "host"
      throw node.error(
        "\(platform.name) needs '\(key)': \(platform[key]?.text ?? "part of its address")")
    }
    return completed.adding("url", address)
  }

  /// - Throws: a mistake of a file.
  private func all() throws(ConfigurationError) -> [Platform] {
    var platforms: [Platform] = []
    for id in ids {
      if let platform = try platform(id) { platforms.append(platform) }
    }
    return platforms
  }

  /// The calendar that an address belongs to.
  func use(of address: String) throws(ConfigurationError) -> Platform.Use? {
    try all().lazy.compactMap { $0.use(of: address) }.first
  }

  func use(ofDocument bytes: [UInt8]) throws(ConfigurationError) -> Platform.Use? {
    let head = Array(bytes.prefix(Self.markReach))
    return try all().first { $0.marks(document: head) }
      .map { Platform.Use(platform: $0, isByDocument: true) }
  }

  /// The calendars that an HTML page shows: of the site itself, and those that it links to or embeds.
  func uses(ofPage bytes: [UInt8], at address: String) throws(ConfigurationError) -> [Platform.Use]
  {
    let platforms = try all()
    var uses: [Platform.Use] = []
    if let url = URL(string: address), let host = url.host() {
      let port = url.port.map { ":\($0)" } ?? ""
      let site = (url.scheme == "http" ? "http://" : "") + host + port
      for platform in platforms where platform.marks(page: bytes) {
        let use = Platform.Use(platform: platform, host: site)
        if platform.address(host: site, calendar: nil).address != nil { uses.append(use) }
      }
    }
    let text = String(decoding: bytes, as: UTF8.self).replacing("&amp;", with: "&")
    // Calendars that the page links to or embeds, each once.
    var links: Set<String> = []
    for match in text.matches(of: /(?i)(?:https?|webcals?):\/\/[^\s"'<>\\]{4,500}/) {
      let link = String(match.output)
      guard links.count < Self.mostLinks else { break }
      guard links.insert(link).inserted,
        let use = platforms.lazy.compactMap({ $0.use(of: link) }).first,
        !uses.contains(where: {
          $0.platform.id == use.platform.id && $0.host == use.host && $0.calendar == use.calendar
        })
      else { continue }
      uses.append(use)
    }
    return uses
  }
}
