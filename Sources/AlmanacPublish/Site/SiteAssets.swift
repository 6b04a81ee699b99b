/// The page's templates, style, scripts and translations, embedded in the executable.
enum SiteAssets {
  static let template = PageTemplate(PackageResources.index_html)

  /// The template of pages without scripts.
  static let plainTemplate = PageTemplate(PackageResources.plain_html)

  /// The files beside the page.
  static var files: [(name: String, bytes: [UInt8])] {
    let own: [(name: String, bytes: [UInt8])] = [
      ("site.css", PackageResources.site_css), ("site.js", script),
      ("sw.js", PackageResources.sw_js), ("icon.svg", PackageResources.icon_svg),
    ]
    return own + words.map { (name: "lang/\($0.language).js", bytes: wordScript($0.json)) }
  }

  /// Translations of the interface by language tag (BCP 47). English is in the page itself.
  private static var words: [(language: String, json: [UInt8])] {
    [
      ("de", PackageResources.de_json), ("es", PackageResources.es_json),
      ("fr", PackageResources.fr_json), ("ms", PackageResources.ms_json),
      ("ta", PackageResources.ta_json), ("zh", PackageResources.zh_json),
    ]
  }

  /// Wraps a translation in a script: pages on disk can't read JSON.
  private static func wordScript(_ json: [UInt8]) -> [UInt8] {
    Array("window.almanacWords = ".utf8) + ScriptText.escaped(json) + Array(";\n".utf8)
  }

  /// All scripts in one function scope, in the order of their dependencies. Pages on disk can't load
  /// modules, because a file has no origin.
  private static var script: [UInt8] {
    let parts = [
      PackageResources.elements_js, PackageResources.words_js, PackageResources.days_js,
      PackageResources.events_js,
      PackageResources.filter_js, PackageResources.address_js, PackageResources.calendar_js,
      PackageResources.share_js, PackageResources.weather_js, PackageResources.travel_js,
      PackageResources.venue_js,
      PackageResources.list_js, PackageResources.detail_js, PackageResources.ground_js,
      PackageResources.markers_js,
      PackageResources.map_js, PackageResources.places_js, PackageResources.controls_js,
      PackageResources.page_js,
    ]
    var script = Array("(() => {\n'use strict';\n".utf8)
    for part in parts { script += Array("\n".utf8) + part }
    return script + Array("})();\n".utf8)
  }
}

/// Markup with placeholders `{{name}}`.
struct PageTemplate {
  /// Markup, and the placeholder after it, if any.
  private let parts: [(markup: String, placeholder: String?)]

  init(_ utf8: [UInt8]) {
    var rest = String(decoding: utf8, as: UTF8.self)[...]
    var parts: [(markup: String, placeholder: String?)] = []
    while let start = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      parts.append(
        (String(rest[..<start.lowerBound]), String(rest[start.upperBound..<end.lowerBound])))
      rest = rest[end.upperBound...]
    }
    self.parts = parts + [(String(rest), nil)]
  }

  /// Replaces the placeholders. Values aren't searched for others.
  func filled(with value: (String) -> String) -> String {
    parts.reduce(into: "") { $0 += $1.markup + ($1.placeholder.map(value) ?? "") }
  }
}
