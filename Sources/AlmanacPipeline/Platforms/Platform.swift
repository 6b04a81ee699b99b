import AlmanacIngest
import AlmanacModel
import Foundation

/// The ready definition of a platform that many sites run: a file of `config/platforms`.
struct Platform {
  /// One site's calendar on a platform.
  struct Use {
    let platform: Platform
    /// nil: the document itself is given.
    var host: String?
    var calendar: String?
    /// Of a document that was recognized by what is in it.
    var isByDocument = false
  }

  let id: String
  let name: String
  private let root: ConfigurationNode
  private let urls: [AddressPattern]
  private let pageMarks: [[UInt8]]
  private let documentMarks: [[UInt8]]

  /// - Throws: the first mistake of the file.
  init(_ bytes: [UInt8], id: String, file: String) throws(ConfigurationError) {
    let root = try ConfigurationNode.load(file: file, bytes: bytes)
    var mistakes = try ConfigurationSchema.mistakes(in: root, .platform)
    if let feed = root["feed"] {
      mistakes += try ConfigurationSchema.mistakes(
        in: feed.adding("campus", "any").adding("platform", id), .feed)
    }
    if let first = mistakes.first { throw first }
    self.id = id
    self.root = root
    name = try root.decoded("name")
    let recognition: [String: [String]] = try root.decoded("recognize")
    urls = recognition["url", default: []].map { AddressPattern($0) }
    pageMarks = recognition["page", default: []].map { Array($0.utf8) }
    documentMarks = recognition["document", default: []].map { Array($0.utf8) }
  }

  subscript(key: String) -> ConfigurationNode? { root[key] }

  var url: String { root["url"]?.text ?? "" }

  /// Keys of `feed.yaml` that its feeds have.
  var feed: ConfigurationNode? { root["feed"] }

  /// The address of a site's calendar; nil, with the missing key, if one is needed.
  func address(host: String?, calendar: String?) -> (address: String?, missing: String?) {
    var address = url
    if let host {
      // The host may begin with the site's scheme.
      let hasScheme = host.contains("://")
      address = address.replacing(hasScheme ? "https://{host}" : "{host}", with: host)
    }
    if let calendar = calendar ?? root["default"]?.text {
      address = address.replacing("{calendar}", with: calendar)
    }
    for key in ["host", "calendar"] where address.contains("{\(key)}") { return (nil, key) }
    return (address, nil)
  }

  /// The site's calendar that an address belongs to.
  func use(of address: String) -> Use? {
    let address = WebcalAddress.https(address)
    for pattern in urls {
      guard let values = pattern.values(in: address) else { continue }
      var host = values["host"]
      if let name = host, address.lowercased().hasPrefix("http://") { host = "http://" + name }
      let use = Use(platform: self, host: host, calendar: values["calendar"])
      if self.address(host: use.host, calendar: use.calendar).address != nil { return use }
    }
    return nil
  }

  /// Whether an HTML page is one of its sites'.
  func marks(page: [UInt8]) -> Bool { pageMarks.contains { page.firstRange(of: $0) != nil } }

  /// Whether a document is one of its own.
  func marks(document: [UInt8]) -> Bool {
    documentMarks.contains { document.firstRange(of: $0) != nil }
  }
}
