import AlmanacModel
import AlmanacTime

/// The weather over one interval, from the steps of one source that overlap it.
///
/// - Condition: the worst.
/// - Temperature: the lowest and the highest. Steps of more than an hour contribute the
///   interpolated values between two instants, and their own lowest and highest. Those of more than
///   six hours count only if at least half of the step is inside.
/// - Wind: the highest.
/// - Precipitation: the sum of the accumulation intervals, each by its overlapping share. An
///   interval of more than six hours counts only if it is completely inside, because a daily sum
///   does not apply to an hour.
/// - Probability of precipitation: the highest of the same intervals.
///
/// Steps of more than twelve hours count only if there are no shorter ones and at least half of the
/// step is inside.
struct WeatherSummary {
  /// A value, and whether it covers the whole interval.
  struct Part<Value> {
    var value: Value
    var isWhole: Bool
  }

  private static let longestShared: Int64 = 6 * 3_600
  private static let longestPeriod: Int64 = 12 * 3_600

  private(set) var condition: Part<WeatherCondition>?
  private(set) var temperatures: Part<ClosedRange<Double>>?
  private(set) var windSpeed: Part<Double>?
  /// Millimeters.
  private(set) var precipitation: Part<Double>?
  /// 0 ... 1.
  private(set) var probability: Part<Double>?
  /// The provider's text if the condition is unknown.
  private(set) var rawText: String?

  init(_ steps: ArraySlice<ForecastStep>, over interval: Range<Int64>) {
    summarizeStates(steps, interval, isLong: false)
    if condition == nil, temperatures == nil, windSpeed == nil {
      summarizeStates(steps, interval, isLong: true)
    }
    summarizePrecipitation(steps, interval)
  }

  /// Summarizes values that are valid during steps: condition, temperature and wind.
  private mutating func summarizeStates(
    _ steps: ArraySlice<ForecastStep>, _ interval: Range<Int64>, isLong: Bool
  ) {
    var worst: ForecastStep?
    var low = Double.infinity
    var high = -Double.infinity
    var wind = -Double.infinity
    var known: Int64 = 0
    var warm: Int64 = 0
    var windy: Int64 = 0
    for step in steps where step.at < interval.upperBound && step.end > interval.lowerBound {
      let common = min(step.end, interval.upperBound) - max(step.at, interval.lowerBound)
      // A long step counts only if half of it is inside, because it is too coarse for a short
      // interval.
      let isHalfInside = common * 2 >= step.length
      guard isLong ? isHalfInside : step.length <= Self.longestPeriod else { continue }
      if step.severity > (worst?.severity ?? -1) { worst = step }
      if step.severity > 0 { known += common }
      if let speed = step.windSpeed {
        wind = max(wind, speed)
        windy += common
      }
      if step.length <= Self.longestShared || isHalfInside {
        let bounds = step.temperatures(during: interval)
        if let bounds {
          low = min(low, bounds.lowerBound)
          high = max(high, bounds.upperBound)
          warm += common
        }
      }
    }
    let length = interval.upperBound - interval.lowerBound
    if let worst, worst.severity > 0 || worst.rawText != nil {
      condition = Part(value: worst.condition, isWhole: known >= length)
      rawText = worst.rawText
    }
    if low <= high { temperatures = Part(value: low...high, isWhole: warm >= length) }
    if wind >= 0 { windSpeed = Part(value: wind, isWhole: windy >= length) }
  }

  /// Summarizes precipitation over accumulation intervals.
  private mutating func summarizePrecipitation(
    _ steps: ArraySlice<ForecastStep>, _ interval: Range<Int64>
  ) {
    var sum = 0.0
    var chance = -Double.infinity
    var summed: Int64 = 0
    var known: Int64 = 0
    for step in steps
    where step.accumulatedFrom < interval.upperBound && step.accumulatedTo > interval.lowerBound {
      let from = max(step.accumulatedFrom, interval.lowerBound)
      let common = min(step.accumulatedTo, interval.upperBound) - from
      let length = step.accumulatedTo - step.accumulatedFrom
      guard common == length || length <= Self.longestShared else { continue }
      if let amount = step.precipitation {
        sum += amount * (common == length ? 1 : Double(common) / Double(length))
        summed += common
      }
      if let probability = step.probability {
        chance = max(chance, probability)
        known += common
      }
    }
    let length = interval.upperBound - interval.lowerBound
    if summed > 0 { precipitation = Part(value: sum, isWhole: summed >= length) }
    if known > 0 { probability = Part(value: chance, isWhole: known >= length) }
  }
}

extension ForecastStep {
  /// nil if the step has none.
  fileprivate func temperatures(during interval: Range<Int64>) -> ClosedRange<Double>? {
    var low = temperatureMin ?? .infinity
    var high = temperatureMax ?? -.infinity
    // If only one of the two is known, it is the highest of a day or the lowest of a night.
    if low > high, temperature == nil {
      let only = temperatureMin ?? temperatureMax
      return only.map { $0...$0 }
    }
    if let temperature {
      let first: Double
      let last: Double
      if let temperatureAtEnd {
        let slope = (temperatureAtEnd - temperature) / Double(length)
        first = temperature + slope * Double(max(at, interval.lowerBound) - at)
        last = temperature + slope * Double(min(end, interval.upperBound) - at)
      } else {
        first = temperature
        last = temperature
      }
      // The step's own bounds are those of the whole step. The interval may have a narrower range.
      if interval.lowerBound > at || interval.upperBound < end, temperatureAtEnd != nil {
        return min(first, last)...max(first, last)
      }
      low = min(low, first, last)
      high = max(high, first, last)
    }
    return low <= high ? low...high : nil
  }
}
