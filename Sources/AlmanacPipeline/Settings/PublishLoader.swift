import AlmanacPublish
import AlmanacTime
import Foundation

/// Reads `publish:`.
enum PublishLoader {
  static func load(_ node: ConfigurationNode, folder: URL) throws(ConfigurationError)
    -> Settings.Publishing
  {
    var publishing = Settings.Publishing()
    if let name = try node.child("calendarName") { publishing.calendarName = try name.string() }
    if let names = try node.child("calendars") { publishing.calendars = try self.names(names) }
    if let address = try node.child("address") { publishing.address = try self.address(address) }
    if let domain = try node.child("uidDomain") { publishing.uidDomain = try domain.string() }
    if let count = try node.child("keepEditions") {
      publishing.keepEditions = try count.integer(in: 1...1_000)
    }
    if let days = try node.child("keepCancelled") {
      publishing.keepCancelled = try days.duration()
    }
    if let days = try node.child("keepChanges") { publishing.keepChanges = try days.duration() }
    if let day = try node.child("firstWeekday") {
      guard let weekday = Weekday(name: try day.string()) else {
        throw day.error("expected a day of the week, such as monday or sunday")
      }
      publishing.firstWeekday = weekday
    }
    if let weather = try node.child("calendarWeather") {
      publishing.calendarWeather = try weather.bool()
    }
    if let path = try node.child("leaflet") { publishing.leaflet = try path.resolved(in: folder) }
    if let tiles = try node.child("tiles") { publishing.tiles = try self.tiles(tiles) }
    return publishing
  }

  private static func address(_ node: ConfigurationNode) throws(ConfigurationError)
    -> EditionAddress
  {
    let text = try node.string()
    guard let address = EditionAddress(text) else {
      throw node.error(
        "'\(text)' is no http or https address of a folder, such as https://events.example.edu")
    }
    return address
  }

  private static func names(_ node: ConfigurationNode) throws(ConfigurationError) -> CalendarNames {
    var names = CalendarNames()
    if let all = try node.child("all") {
      names.all = try name(all, gaps: CalendarNames.gaps.subtracting(["name"]))
    }
    if let text = try node.child("category") { names.category = try partName(text) }
    if let text = try node.child("place") { names.place = try partName(text) }
    if let text = try node.child("source") { names.source = try partName(text) }
    return names
  }

  /// Of one calendar among many, which must be told apart.
  private static func partName(_ node: ConfigurationNode) throws(ConfigurationError) -> String {
    let text = try name(node, gaps: CalendarNames.gaps)
    guard CalendarNames.gaps(in: text).contains("name") else {
      throw node.error("'{name}' must stand in it, or all of these calendars have one name")
    }
    return text
  }

  private static func name(_ node: ConfigurationNode, gaps: Set<String>)
    throws(ConfigurationError) -> String
  {
    let text = try node.string()
    for gap in CalendarNames.gaps(in: text) where !gaps.contains(gap) {
      let known = gaps.sorted().map { "{\($0)}" }.joined(separator: ", ")
      throw node.error("'{\(gap)}' stands for nothing here; known are \(known)")
    }
    return text
  }

  private static func tiles(_ node: ConfigurationNode) throws(ConfigurationError)
    -> SiteOptions.Tiles
  {
    let url = try node.required("url")
    let tiles = SiteOptions.Tiles(
      url: try url.string(), attribution: try node.required("attribution").string())
    guard tiles.isUsable else {
      throw url.error("expected an address such as https://tiles.example/{z}/{x}/{y}.png")
    }
    return tiles
  }
}
