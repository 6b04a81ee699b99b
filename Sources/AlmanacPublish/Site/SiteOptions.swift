public import Foundation

/// Options of the map page, under `publish:` in `almanac.yaml`.
public struct SiteOptions: Hashable, Sendable, Codable {
  /// Map tiles from a server.
  public struct Tiles: Hashable, Sendable, Codable {
    /// An http or https address with `{z}`, `{x}` and `{y}`; `{s}` is replaced by a, b or c.
    public var url: String
    /// The attribution, shown on the map.
    public var attribution: String

    public init(url: String, attribution: String) {
      self.url = url
      self.attribution = attribution
    }

    /// Whether the address is an http or https URL with a host and all placeholders.
    public var isUsable: Bool {
      WebLink.safe(url) != nil && server != nil
        && ["{z}", "{x}", "{y}"].allSatisfy { url.contains($0) }
    }

    /// `https://*.tiles.example` of `https://{s}.tiles.example/{z}/{x}/{y}.png`, as a
    /// Content-Security-Policy names it; nil if there is no valid host.
    var server: String? {
      let text = url.replacing("{s}.", with: "*.")
      guard let scheme = text.firstRange(of: "://") else { return nil }
      let host = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
      let isName = host.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "*"): true
        default: false
        }
      }
      return host.isEmpty || !isName ? nil : String(text[..<host.endIndex])
    }
  }

  /// The folder that holds Leaflet (`leaflet.js`, `leaflet.css`); nil for a page without a map.
  public var leaflet: URL?
  /// nil: the map is drawn from the gazetteer, and the page sends no requests.
  public var tiles: Tiles?
  /// The address for submissions: http, https or mailto; nil: the page has no link.
  public var submit: String?
  /// The address for reports about submitted events; `{id}` is replaced by the id of the
  /// submission.
  public var report: String?

  public init(leaflet: URL? = nil, tiles: Tiles? = nil) {
    self.leaflet = leaflet
    self.tiles = tiles
  }

  /// The address for a report about one submission.
  func reportAddress(of submission: String) -> String? {
    report?.replacing("{id}", with: EditionAddress.escaped(submission))
  }
}
