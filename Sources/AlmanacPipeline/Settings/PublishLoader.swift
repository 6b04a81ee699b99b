import AlmanacPublish
import AlmanacTime
import Foundation

/// Reads `publish:`.
enum PublishLoader {
  static func load(_ node: ConfigurationNode, folder: URL) throws(ConfigurationError)
    -> Settings.Publishing
  {
    var publishing = Settings.Publishing()
    node.read("calendarName", \.text, into: &publishing.calendarName)
    node.read("uidDomain", \.text, into: &publishing.uidDomain)
    node.read("keepEditions", \.integer, into: &publishing.keepEditions)
    node.read("keepCancelled", \.seconds, into: &publishing.keepCancelled)
    node.read("keepChanges", \.seconds, into: &publishing.keepChanges)
    node.read("calendarWeather", \.bool, into: &publishing.calendarWeather)
    node.read("cancelled", { $0.word(CancelledEntries.self) }, into: &publishing.cancelled)
    node.read("leaflet", { .some($0.file(in: folder)) }, into: &publishing.site.leaflet)
    node.read(
      "firstWeekday", { $0.text.flatMap(Weekday.init(name:)) }, into: &publishing.firstWeekday)
    if let names = node["calendars"] { publishing.calendars = try self.names(names) }
    if let address = node["address"], let text = address.text {
      publishing.address = EditionAddress(text)
      guard publishing.address != nil else {
        throw address.error(
          "'\(text)' is no http or https address of a folder, such as https://events.example.edu")
      }
    }
    publishing.site.submit = try node["submit"].map(link)
    publishing.site.report = try node["report"].map(link)
    if let tiles = node["tiles"] {
      let source = SiteOptions.Tiles(
        url: tiles["url"]?.text ?? "", attribution: tiles["attribution"]?.text ?? "")
      guard source.isUsable else {
        throw (tiles["url"] ?? tiles).error(
          "expected an address such as https://tiles.example/{z}/{x}/{y}.png")
      }
      publishing.site.tiles = source
    }
    return publishing
  }

  private static func link(_ node: ConfigurationNode) throws(ConfigurationError) -> String {
    guard let link = WebLink.safe(node.text) else {
      throw node.error("expected an http, https or mailto address without blanks")
    }
    return link
  }

  private static func names(_ node: ConfigurationNode) throws(ConfigurationError) -> CalendarNames {
    var names = CalendarNames()
    if let all = node["all"] {
      names.all = try name(all, gaps: CalendarNames.gaps.subtracting(["name"]))
    }
    if let text = node["category"] { names.category = try partName(text) }
    if let text = node["place"] { names.place = try partName(text) }
    if let text = node["source"] { names.source = try partName(text) }
    return names
  }

  /// The name of one calendar among many, in which `{name}` distinguishes it from the others.
  private static func partName(_ node: ConfigurationNode) throws(ConfigurationError) -> String {
    let text = try name(node, gaps: CalendarNames.gaps)
    guard CalendarNames.gaps(in: text).contains("name") else {
      throw node.error("'{name}' is missing: without it all of these calendars have one name")
    }
    return text
  }

  private static func name(_ node: ConfigurationNode, gaps: Set<String>)
    throws(ConfigurationError) -> String
  {
    let text = node.text ?? ""
    for gap in CalendarNames.gaps(in: text) where !gaps.contains(gap) {
      let known = gaps.sorted().map { "{\($0)}" }.joined(separator: ", ")
      throw node.error("'{\(gap)}' is no placeholder here; known are \(known)")
    }
    return text
  }
}
