import AlmanacModel
import AlmanacTime

/// The weather over one interval, from the hours that overlap it.
///
/// Condition: the worst. Temperature: lowest and highest. Wind: the highest. Precipitation: the sum
/// of the accumulation intervals, each by the share of it that overlaps; one of more than six hours
/// counts only where it lies inside altogether, because a day's rain says nothing of an hour.
/// Probability of precipitation: the highest of the same intervals.
struct WeatherSummary {
  private static let longestShared = 6 * 3_600

  let condition: WeatherCondition
  let temperatures: ClosedRange<Double>?
  let windSpeed: Double?
  /// Millimeters.
  let precipitation: Double?
  /// 0 ... 1.
  let probability: Double?
  private let rawText: String?

  /// Returns nil where no hour says anything.
  init?(_ hours: [Forecast], over interval: Range<Instant>) {
    let holding = hours.filter {
      ($0.at..<max($0.at, $0.at + max(0, $0.resolution))).overlaps(interval)
    }
    guard
      let worst = holding.max(by: { $0.condition.severity < $1.condition.severity })
    else { return nil }
    condition = worst.condition
    rawText = worst.rawText
    let values = holding.compactMap(\.temperature).filter(\.isFinite)
    temperatures = values.min().flatMap { low in values.max().map { low...$0 } }
    windSpeed = holding.compactMap(\.windSpeed).filter(\.isFinite).max()
    let wet = hours.compactMap { hour in
      hour.accumulation.flatMap { Self.share(of: $0, in: interval) }.map { (hour, $0) }
    }
    let amounts = wet.compactMap { hour, share in hour.precipitation.map { $0 * share } }
    precipitation = amounts.isEmpty ? nil : amounts.reduce(0, +)
    probability = wet.compactMap { $0.0.precipitationProbability }.filter(\.isFinite).max()
    if condition == .unknown, temperatures == nil, precipitation == nil { return nil }
  }

  /// For people: `Thundery showers, 27–31 °C, rain 80 %`.
  var text: String {
    var parts = [condition.words ?? rawText ?? "Weather"]
    if let temperatures { parts.append(Self.text(of: temperatures)) }
    let falling = condition.isFrozen ? "snow" : "rain"
    if let probability {
      parts.append("\(falling) \(Int((min(1, max(0, probability)) * 100).rounded())) %")
    } else if let precipitation, precipitation >= 0.1, precipitation < 10_000 {
      let tenths = Int((precipitation * 10).rounded())
      parts.append("\(falling) \(tenths / 10).\(tenths % 10) mm")
    }
    return parts.joined(separator: ", ")
  }

  /// How much of the accumulation falls into the interval; nil where it says nothing of it.
  private static func share(of sum: Range<Instant>, in interval: Range<Instant>) -> Double? {
    guard sum.overlaps(interval) else { return nil }
    let common = sum.clamped(to: interval)
    let length = sum.upperBound.seconds(since: sum.lowerBound)
    if common == sum { return 1 }
    guard length <= longestShared else { return nil }
    return Double(common.upperBound.seconds(since: common.lowerBound)) / Double(length)
  }

  private static func text(of temperatures: ClosedRange<Double>) -> String {
    let low = whole(temperatures.lowerBound)
    let high = whole(temperatures.upperBound)
    if low == high { return "\(signed(low)) °C" }
    return low < 0 ? "\(signed(low)) to \(signed(high)) °C" : "\(low)–\(high) °C"
  }

  /// Anything beyond this is no temperature, and must not trap.
  private static func whole(_ value: Double) -> Int { Int(min(999, max(-999, value)).rounded()) }

  private static func signed(_ value: Int) -> String { value < 0 ? "−\(-value)" : "\(value)" }
}

extension WeatherCondition {
  /// From the most harmless to the worst for people on their way to an event; unknown is below all.
  static let bySeverity: [WeatherCondition] = [
    .unknown, .clear, .mostlyClear, .partlyCloudy, .overcast, .windy, .haze, .fog, .dust, .drizzle,
    .rainLight, .snowLight, .rain, .snow, .sleet, .rainHeavy, .snowHeavy, .freezingRain, .thunder,
    .hail, .storm,
  ]

  /// Position in `bySeverity`.
  var severity: Int { Self.bySeverity.firstIndex(of: self) ?? 0 }

  fileprivate var isFrozen: Bool { [.snowLight, .snow, .snowHeavy].contains(self) }

  /// nil for unknown.
  fileprivate var words: String? {
    switch self {
    case .clear: "Clear"
    case .mostlyClear: "Mostly clear"
    case .partlyCloudy: "Partly cloudy"
    case .overcast: "Overcast"
    case .haze: "Haze"
    case .fog: "Fog"
    case .dust: "Dust"
    case .windy: "Windy"
    case .drizzle: "Drizzle"
    case .rainLight: "Light rain"
    case .rain: "Rain"
    case .rainHeavy: "Heavy rain"
    case .freezingRain: "Freezing rain"
    case .sleet: "Sleet"
    case .snowLight: "Light snow"
    case .snow: "Snow"
    case .snowHeavy: "Heavy snow"
    case .thunder: "Thundery showers"
    case .hail: "Thunderstorm with hail"
    case .storm: "Storm"
    case .unknown: nil
    }
  }
}
