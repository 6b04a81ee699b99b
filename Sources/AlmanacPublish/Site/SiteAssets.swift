/// The page's own templates, style, scripts and words, carried in the executable.
enum SiteAssets {
  static var template: String { String(decoding: PackageResources.index_html, as: UTF8.self) }

  /// Of pages without scripts.
  static var plainTemplate: String { String(decoding: PackageResources.plain_html, as: UTF8.self) }

  /// Files beside the page, by their names.
  static var files: [(name: String, bytes: [UInt8])] {
    let own: [(name: String, bytes: [UInt8])] = [
      ("site.css", PackageResources.site_css), ("site.js", script),
      ("sw.js", PackageResources.sw_js), ("icon.svg", PackageResources.icon_svg),
    ]
    return own + words.map { (name: "lang/\($0.language).js", bytes: wordScript($0.json)) }
  }

  /// The interface in other languages than English, by the tag of the language (BCP 47).
  private static var words: [(language: String, json: [UInt8])] {
    [
      ("de", PackageResources.de_json), ("es", PackageResources.es_json),
      ("fr", PackageResources.fr_json), ("ms", PackageResources.ms_json),
      ("ta", PackageResources.ta_json), ("zh", PackageResources.zh_json),
    ]
  }

  /// Pages on disk can't read JSON, but they can run a script.
  private static func wordScript(_ json: [UInt8]) -> [UInt8] {
    Array("window.almanacWords = ".utf8) + ScriptText.escaped(json) + Array(";\n".utf8)
  }

  /// The script's parts in the order in which they use each other, in a scope of their own: pages
  /// on disk can't load modules, because a file has no origin.
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

  /// Fills the gaps `{{name}}` of a template in one pass: what is filled in is not looked into.
  static func fill(_ template: String, with value: (String) -> String) -> String {
    var page = ""
    var rest = template[...]
    while let start = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      page += rest[..<start.lowerBound] + value(String(rest[start.upperBound..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return page + rest
  }
}
