/// The page's own template, style and script, carried in the executable.
enum SiteAssets {
  static var template: String { String(decoding: PackageResources.index_html, as: UTF8.self) }

  static var style: [UInt8] { PackageResources.site_css }

  /// The script's parts in the order in which they use each other, in a scope of their own: pages
  /// on disk can't load modules, because a file has no origin.
  static var script: [UInt8] {
    let parts = [
      PackageResources.elements_js, PackageResources.days_js, PackageResources.events_js,
      PackageResources.filter_js, PackageResources.address_js, PackageResources.calendar_js,
      PackageResources.weather_js, PackageResources.travel_js,
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
