import AlmanacModel
import AlmanacTime

/// The DESCRIPTION of a calendar entry.
struct EventText {
  let index: EditionIndex

  /// The text, followed by the link, the attributions and the weather.
  ///
  /// - Parameter text: An occurrence's own text, which replaces the event's.
  func description(
    of published: PublishedEvent, text: String? = nil, weather: [PublishedOccurrence],
    isDated: Bool
  ) -> String {
    var paragraphs: [String] = []
    if let text = text ?? published.event.text, !text.isEmpty { paragraphs.append(text) }
    var lines: [String] = []
    if published.status == .postponed { lines.append("Postponed; no new date is known.") }
    if published.withdrawn != nil { lines.append("Withdrawn: no source lists it any more.") }
    if let price = published.event.price { lines.append("Price: \(price)") }
    if let online = published.event.onlineURL { lines.append("Online: \(online)") }
    if let link = published.link { lines.append(link) }
    lines += index.sourceLines(of: published.event)
    lines += weatherLines(weather, isDated: isDated)
    if !lines.isEmpty { paragraphs.append(lines.joined(separator: "\n")) }
    return paragraphs.joined(separator: "\n\n")
  }

  private func weatherLines(_ occurrences: [PublishedOccurrence], isDated: Bool) -> [String] {
    guard index.contents.options.calendarWeather else { return [] }
    return occurrences.compactMap { occurrence in
      guard let weather = occurrence.weather else { return nil }
      let label = isDated ? "Weather \(occurrence.start.date)" : "Weather"
      return "\(label): \(Self.words(weather))"
    }
  }

  /// One line, such as `Light rain, 25–31 °C, rain 60 % (Open-Meteo)`.
  private static func words(_ weather: OccurrenceWeather) -> String {
    let text = ([weather.text] + (weather.advisories ?? []).map(\.text)).joined(separator: ". ")
    return weather.attribution.map { "\(text) (\($0))" } ?? text
  }
}
