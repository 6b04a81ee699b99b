import AlmanacModel
import AlmanacTime

/// Collects the weather over one interval from several sources, the preferred one first.
///
/// Each value comes from the first source that covers the whole interval. If none does, it comes
/// from the first that covers a part.
struct WeatherBlend {
  private typealias Field = OccurrenceWeather.Supplement.Field

  private struct Source {
    let point: ForecastIndex.PointForecast
    let distance: Double
  }

  /// A value with its source's position.
  private struct Choice<Value> {
    var part: WeatherSummary.Part<Value>?
    var source = 0

    mutating func offer(_ other: WeatherSummary.Part<Value>?, from source: Int) {
      guard let other, part == nil || (part?.isWhole == false && other.isWhole) else { return }
      part = other
      self.source = source
    }

    var isWhole: Bool { part?.isWhole ?? false }
  }

  private let interval: Range<Int64>
  private var sources: [Source] = []
  private var condition = Choice<WeatherCondition>()
  private var rawText: String?
  private var temperatures = Choice<ClosedRange<Double>>()
  private var wind = Choice<Double>()
  private var precipitation = Choice<Double>()
  private var probability = Choice<Double>()

  init(over interval: Range<Instant>) {
    self.interval =
      interval.lowerBound.secondsSinceEpoch..<interval.upperBound.secondsSinceEpoch
  }

  /// Whether all values are known for the whole interval.
  var isComplete: Bool {
    condition.isWhole && temperatures.isWhole && wind.isWhole && precipitation.isWhole
      && probability.isWhole
  }

  mutating func add(_ point: ForecastIndex.PointForecast, distance: Double) {
    let summary = WeatherSummary(point.steps(overlapping: interval), over: interval)
    let index = sources.count
    sources.append(Source(point: point, distance: distance))
    condition.offer(summary.condition, from: index)
    if condition.part != nil, condition.source == index { rawText = summary.rawText }
    temperatures.offer(summary.temperatures, from: index)
    wind.offer(summary.windSpeed, from: index)
    precipitation.offer(summary.precipitation, from: index)
    probability.offer(summary.probability, from: index)
  }

  /// nil if no source has a value.
  var weather: OccurrenceWeather? {
    guard condition.part != nil || temperatures.part != nil || precipitation.part != nil else {
      return nil
    }
    let used = fields
    guard let first = used.map(\.source).min() else { return nil }
    let source = sources[first]
    let point = source.point
    let word = condition.part?.value ?? .unknown
    var weather = OccurrenceWeather(
      source: point.source, provider: point.provider, condition: word,
      temperatureMin: temperatures.part.map { Self.tenths($0.value.lowerBound) },
      temperatureMax: temperatures.part.map { Self.tenths($0.value.upperBound) },
      precipitation: precipitation.part.map { Self.tenths($0.value) },
      precipitationProbability: probability.part?.value,
      windSpeed: wind.part.map { Self.tenths($0.value) },
      text: WeatherText.text(
        word, raw: rawText, temperatures: temperatures.part?.value,
        probability: probability.part?.value, precipitation: precipitation.part?.value),
      issuedAt: point.newestIssue, fetchedAt: point.newestFetch,
      distance: source.distance.rounded(), attribution: point.attribution)
    let others = used.filter { sources[$0.source].point.source != point.source }
    if !others.isEmpty { supplement(&weather, with: others) }
    return weather
  }

  /// The values that are present, with their sources' positions.
  private var fields: [(field: Field, source: Int)] {
    var fields: [(field: Field, source: Int)] = []
    if condition.part != nil { fields.append((.condition, condition.source)) }
    if temperatures.part != nil { fields.append((.temperature, temperatures.source)) }
    if wind.part != nil { fields.append((.wind, wind.source)) }
    if precipitation.part != nil { fields.append((.precipitation, precipitation.source)) }
    if probability.part != nil { fields.append((.precipitationProbability, probability.source)) }
    return fields
  }

  private func supplement(
    _ weather: inout OccurrenceWeather, with others: [(field: Field, source: Int)]
  ) {
    var attributions = [weather.attribution].compactMap(\.self)
    weather.supplements = others.map { field, index in
      let point = sources[index].point
      if let words = point.attribution, !attributions.contains(words) { attributions.append(words) }
      return OccurrenceWeather.Supplement(
        field: field, source: point.source, provider: point.provider)
    }
    weather.attribution = attributions.isEmpty ? nil : attributions.joined(separator: "; ")
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
