import AlmanacModel
import AlmanacTime

/// The words of a calendar entry.
struct EventText {
  let index: EditionIndex

  /// The text, then the link, whom to thank, and the weather.
  ///
  /// - Parameter text: What one occurrence has in the place of the event's own.
  func description(
    of published: PublishedEvent, text: String? = nil, weather: [PublishedOccurrence],
    isDated: Bool
  ) -> String {
    var paragraphs: [String] = []
    if let text = text ?? published.event.text, !text.isEmpty { paragraphs.append(text) }
    var lines: [String] = []
    if published.status == .postponed { lines.append("Postponed; no new date is known.") }
    if published.withdrawn != nil { lines.append("Withdrawn: nobody announces it any more.") }
    if let price = published.event.price { lines.append("Price: \(price)") }
    if let online = published.event.onlineURL { lines.append("Online: \(online)") }
    if let link = published.link { lines.append(link) }
    lines += index.sourceLines(of: published.event)
    lines += weatherLines(weather, isDated: isDated)
    if !lines.isEmpty { paragraphs.append(lines.joined(separator: "\n")) }
    return paragraphs.joined(separator: "\n\n")
  }

  private func weatherLines(_ occurrences: [PublishedOccurrence], isDated: Bool) -> [String] {
    guard index.contents.calendarWeather else { return [] }
    return occurrences.compactMap { occurrence in
      guard let weather = occurrence.weather else { return nil }
      let label = isDated ? "Weather \(occurrence.start.date)" : "Weather"
      return "\(label): \(Self.words(weather))"
    }
  }

  /// `Light rain, 25–31 °C, rain 60 % (Open-Meteo)`
  private static func words(_ weather: OccurrenceWeather) -> String {
    let told = ([weather.text] + (weather.advisories ?? []).map(\.text)).joined(separator: ". ")
    return weather.attribution.map { "\(told) (\($0))" } ?? told
  }
}
