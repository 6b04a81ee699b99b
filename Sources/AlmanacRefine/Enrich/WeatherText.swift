import AlmanacModel

/// The text for the weather over an occurrence: `Thundery showers, 27–31 °C, rain 80 %`.
enum WeatherText {
  /// - Parameters:
  ///   - raw: The provider's text, for an unknown condition.
  ///   - probability: 0 ... 1.
  ///   - precipitation: Millimeters; written if there is no probability.
  static func text(
    _ condition: WeatherCondition, raw: String?, temperatures: ClosedRange<Double>?,
    probability: Double?, precipitation: Double?
  ) -> String {
    var text = condition.words ?? raw ?? "Weather"
    if let temperatures { append(temperatures, to: &text) }
    let falling = condition.isFrozen ? ", snow " : ", rain "
    if let probability {
      text += falling + String(Int((min(1, max(0, probability)) * 100).rounded())) + " %"
    } else if let precipitation, precipitation >= 0.1, precipitation < 10_000 {
      let tenths = Int((precipitation * 10).rounded())
      text += falling + "\(tenths / 10).\(tenths % 10) mm"
    }
    return text
  }

  private static func append(_ temperatures: ClosedRange<Double>, to text: inout String) {
    let low = whole(temperatures.lowerBound)
    let high = whole(temperatures.upperBound)
    text += ", "
    if low == high {
      text += signed(low)
    } else {
      text += signed(low)
      text += low < 0 ? " to " : "–"
      text += signed(high)
    }
    text += " °C"
  }

  /// Values beyond this are no temperature, and converting them could trap.
  private static func whole(_ value: Double) -> Int { Int(min(999, max(-999, value)).rounded()) }

  private static func signed(_ value: Int) -> String {
    value < 0 ? "−" + String(-value) : String(value)
  }
}
