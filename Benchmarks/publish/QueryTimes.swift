import AlmanacModel
import AlmanacPublish
import AlmanacTime
import Foundation

/// Measures the filters of a query, each alone and in all pairs.
///
/// Values come from events, so common tags are more frequent than rare ones. The two values of a
/// pair come from the same event half of the time, so that there are results, or else from two
/// events.
struct QueryTimes {
  typealias Setting = @Sendable (EventMaker, Event, inout EventFilter, inout Random) -> Void

  let reader: EditionReader
  let maker: EventMaker
  let count: Int
  let now: Instant

  private static let alone = 100
  private static let paired = 100

  private static let settings: [(name: String, set: Setting)] = [
    ("none", { _, _, _, _ in }),
    ("date", { maker, event, filter, _ in setDays(1, of: event, maker, &filter) }),
    ("week", { maker, event, filter, _ in setDays(7, of: event, maker, &filter) }),
    (
      "range",
      { maker, event, filter, random in setDays(1 + random.below(60), of: event, maker, &filter) }
    ),
    (
      "category",
      { _, event, filter, _ in filter.categories = [event.categorization?.category ?? ""] }
    ),
    ("kind", { _, event, filter, _ in filter.kind = event.kind }),
    (
      "place",
      { maker, event, filter, _ in filter.places = [event.placement?.place ?? maker.places[3].id] }
    ),
    (
      "near",
      { maker, event, filter, random in
        filter.near = event.placement?.coordinate ?? maker.places[5].coordinate
        filter.radius = Double(50 * (1 + random.below(40)))
      }
    ),
    (
      "text",
      { _, event, filter, random in
        // Readers don't search for the most frequent words.
        let words = event.title.split(separator: " ").map(String.init)
        let worth = words.filter { !EventMaker.words.prefix(100).contains($0) }
        filter.text = worth.isEmpty ? words[0] : worth[random.below(worth.count)]
      }
    ),
    ("tag", { _, event, filter, _ in filter.tags = [event.tags.first ?? EventMaker.tags[30]] }),
    (
      "price",
      { _, _, filter, random in filter.maxPrice = Double([1, 5, 10, 50][random.below(4)]) }
    ),
    ("free", { _, _, filter, _ in filter.isFree = true }),
    ("source", { _, event, filter, _ in filter.sources = [event.listings[0].source] }),
    (
      "organizer",
      { _, event, filter, _ in filter.organizers = [event.organizer ?? EventMaker.organizers[40]] }
    ),
  ]

  func print() throws {
    var all: [Double] = []
    for setting in Self.settings {
      let times = try (0..<Self.alone).map { try time($0, [setting]) }
      Swift.print(Self.line(setting.name, times))
    }
    var pairs: [(name: String, times: [Double])] = []
    for (position, one) in Self.settings.enumerated() {
      for other in Self.settings.dropFirst(position + 1) {
        let times = try (0..<Self.paired).map { try time($0 + 1_000, [one, other]) }
        pairs.append(("\(one.name) + \(other.name)", times))
        all += times
      }
    }
    pairs.sort { Self.percentile(95, $0.times) > Self.percentile(95, $1.times) }
    for pair in pairs.prefix(20) { Swift.print(Self.line(pair.name, pair.times)) }
    Swift.print(Self.line("all pairs", all))
    let slow = pairs.count { Self.percentile(95, $0.times) >= ($0.name.contains("text") ? 20 : 10) }
    Swift.print("\(pairs.count) pairs, \(slow) of them above the goal")
  }

  private func time(_ number: Int, _ settings: [(name: String, set: Setting)]) throws -> Double {
    var random = Random(seed: UInt64(number) &* 77_003 &+ UInt64(settings.count))
    var event = maker.event(random.below(count))
    var filter = EventFilter()
    for setting in settings {
      setting.set(maker, event, &filter, &random)
      if number.isMultiple(of: 2) { event = maker.event(random.below(count)) }
    }
    if filter.from == nil { filter.from = now }
    // Processor time, which other processes don't affect.
    let start = clock()
    _ = try reader.occurrences(filter)
    return Double(clock() - start) * 1_000 / Double(CLOCKS_PER_SEC)
  }

  private static func setDays(
    _ days: Int, of event: Event, _ maker: EventMaker, _ filter: inout EventFilter
  ) {
    let day = event.occurrences[0].start.date
    filter.from = maker.zone.startOfDay(day)
    filter.to = maker.zone.startOfDay(day.adding(days: days))
  }

  private static func percentile(_ part: Int, _ times: [Double]) -> Double {
    let sorted = times.sorted()
    return sorted[min(sorted.count - 1, sorted.count * part / 100)]
  }

  private static func line(_ name: String, _ times: [Double]) -> String {
    func shown(_ value: Double) -> String { String(format: "%7.2f", value) }
    return name.padding(toLength: 22, withPad: " ", startingAt: 0)
      + " median \(shown(percentile(50, times))) ms, 95th \(shown(percentile(95, times))) ms,"
      + " most \(shown(times.max() ?? 0)) ms"
  }
}
