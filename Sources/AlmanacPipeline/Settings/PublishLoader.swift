import AlmanacPublish
import AlmanacTime
import Foundation

extension ConfigurationNode {
  /// The value of `publish`.
  func publishing(folder: URL) throws(ConfigurationError) -> Settings.Publishing {
    var publishing = Settings.Publishing(
      calendarName: try value("calendarName", \.text),
      calendars: try required("calendars").calendarNames(),
      uidDomain: try value("uidDomain", \.text),
      keepEditions: try value("keepEditions", \.integer),
      keepCancelled: try value("keepCancelled", \.seconds),
      keepChanges: try value("keepChanges", \.seconds),
      cancelled: try value("cancelled") { $0.word(CancelledEntries.self) },
      firstWeekday: try value("firstWeekday") { $0.text.flatMap(Weekday.init(name:)) },
      calendarWeather: try value("calendarWeather", \.bool),
      site: SiteOptions(leaflet: try required("leaflet").file(in: folder)))
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
    names.all = try required("all").calendarName(gaps: CalendarNames.gaps.subtracting(["name"]))
    names.category = try required("category").partName()
    names.place = try required("place").partName()
    names.source = try required("source").partName()
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
