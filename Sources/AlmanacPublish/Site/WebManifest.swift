/// `site/manifest.webmanifest`: lets a device install the page (W3C, Web Application Manifest).
struct WebManifest: Encodable {
  static let path = "site/manifest.webmanifest"

  private enum CodingKeys: String, CodingKey {
    case name, id, display, icons
    case start = "start_url"
    case background = "background_color"
    case theme = "theme_color"
  }

  private struct Icon: Encodable {
    let src = "icon.svg"
    let type = "image/svg+xml"
    let sizes = "any"
  }

  let name: String
  private let id = "index.html"
  private let start = "index.html"
  private let display = "standalone"
  /// The light colors of `site.css`.
  private let background = "#f4f2ec"
  private let theme = "#0b6a76"
  private let icons = [Icon()]

  init(name: String) { self.name = name }
}
