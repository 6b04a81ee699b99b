import AlmanacPublish
import AlmanacTime
import Foundation

extension ConfigurationNode {
  /// The value of `publish`.
  func publishing(folder: URL) throws(ConfigurationError) -> Settings.Publishing {
    var publishing = Settings.Publishing()
    read("calendarName", \.text, into: &publishing.calendarName)
    read("uidDomain", \.text, into: &publishing.uidDomain)
    read("keepEditions", \.integer, into: &publishing.keepEditions)
    read("keepCancelled", \.seconds, into: &publishing.keepCancelled)
    read("keepChanges", \.seconds, into: &publishing.keepChanges)
    read("calendarWeather", \.bool, into: &publishing.calendarWeather)
    read("cancelled", { $0.word(CancelledEntries.self) }, into: &publishing.cancelled)
    read("leaflet", { .some($0.file(in: folder)) }, into: &publishing.site.leaflet)
    read(
      "firstWeekday", { $0.text.flatMap(Weekday.init(name:)) }, into: &publishing.firstWeekday)
    if let names = self["calendars"] { publishing.calendars = try names.calendarNames() }
    if let address = self["address"], let text = address.text {
      publishing.address = EditionAddress(text)
      guard publishing.address != nil else {
        throw address.error(
          "'\(text)' is no http or https address of a folder, such as https://events.example.edu")
      }
    }
    publishing.site.submit = try self["submit"]?.link()
    publishing.site.report = try self["report"]?.link()
    if let tiles = self["tiles"] {
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

  private func link() throws(ConfigurationError) -> String {
    guard let link = WebLink.safe(text) else {
      throw error("expected an http, https or mailto address without blanks")
    }
    return link
  }

  private func calendarNames() throws(ConfigurationError) -> CalendarNames {
    var names = CalendarNames()
    if let all = self["all"] {
      names.all = try all.calendarName(gaps: CalendarNames.gaps.subtracting(["name"]))
    }
    if let node = self["category"] { names.category = try node.partName() }
    if let node = self["place"] { names.place = try node.partName() }
    if let node = self["source"] { names.source = try node.partName() }
    return names
  }

  /// The name of one calendar among many, in which `{name}` distinguishes it from the others.
  private func partName() throws(ConfigurationError) -> String {
    let text = try calendarName(gaps: CalendarNames.gaps)
    guard CalendarNames.gaps(in: text).contains("name") else {
      throw error("'{name}' is missing: without it all of these calendars have one name")
    }
    return text
  }

  private func calendarName(gaps: Set<String>) throws(ConfigurationError) -> String {
    let text = text ?? ""
    for gap in CalendarNames.gaps(in: text) where !gaps.contains(gap) {
      let known = gaps.sorted().map { "{\($0)}" }.joined(separator: ", ")
      throw error("'{\(gap)}' is no placeholder here; known are \(known)")
    }
    return text
  }
}
