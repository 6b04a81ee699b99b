/// Conversions from providers' units to ours; each factor is exact by definition.
enum WeatherUnits {
  /// A linear conversion.
  struct Conversion: Equatable {
    var factor = 1.0
    /// Subtracted before the factor is applied.
    var zero = 0.0
    /// Applied after the factor: 3.6 and 9 are exact, their inverses are not.
    var divisor = 1.0

    func apply(_ value: Double) -> Double { (value - zero) * factor / divisor }
  }

  enum Quantity {
    case temperature, speed, precipitation, snow, length, percent, share, pressure, plain

    /// Our unit.
    fileprivate var own: String {
      switch self {
      case .temperature: "celsius"
      case .speed: "m/s"
      case .precipitation: "mm"
      case .snow: "cm"
      case .length: "m"
      case .percent: "%"
      case .pressure: "hpa"
      case .share, .plain: ""
      }
    }
  }

  /// The conversion from a unit; nil for unknown units, whose values are then skipped.
  ///
  /// - Parameter unit: As the provider writes it, in any case; the part after the colon of
  ///   `wmoUnit:degC`. nil: ours.
  static func conversion(_ quantity: Quantity, unit: String?) -> Conversion? {
    guard quantity != .plain else { return Conversion() }
    let unit = unit.flatMap { $0.isEmpty ? nil : $0 } ?? quantity.own
    let name = unit.split(separator: ":").last.map { $0.lowercased() } ?? ""
    return table(quantity)[name]
  }

  private static func table(_ quantity: Quantity) -> [String: Conversion] {
    switch quantity {
    case .temperature: temperatures
    case .speed: speeds
    case .precipitation: depths
    case .snow: depths.mapValues { Conversion(factor: $0.factor, divisor: $0.divisor * 10) }
    case .length: lengths
    case .percent: ["%": Conversion(), "percent": Conversion()]
    case .share: ["%": Conversion(divisor: 100), "percent": Conversion(divisor: 100)]
    case .pressure:
      [
        "hpa": Conversion(), "mb": Conversion(), "mbar": Conversion(),
        "pa": Conversion(divisor: 100),
      ]
    case .plain: [:]
    }
  }

  private static let fahrenheit = Conversion(factor: 5, zero: 32, divisor: 9)

  private static let temperatures = [
    "celsius": Conversion(), "°c": Conversion(), "degc": Conversion(), "c": Conversion(),
    "°f": fahrenheit, "degf": fahrenheit, "f": fahrenheit, "fahrenheit": fahrenheit,
    "k": Conversion(zero: 273.15), "kelvin": Conversion(zero: 273.15),
  ]

  private static let speeds = [
    "m/s": Conversion(), "ms": Conversion(), "m_s-1": Conversion(),
    "km/h": Conversion(divisor: 3.6), "kmh": Conversion(divisor: 3.6),
    "km_h-1": Conversion(divisor: 3.6), "kph": Conversion(divisor: 3.6),
    "mph": Conversion(factor: 0.447_04), "mp/h": Conversion(factor: 0.447_04),
    "kn": Conversion(factor: 1_852, divisor: 3_600),
    "kt": Conversion(factor: 1_852, divisor: 3_600),
    "knots": Conversion(factor: 1_852, divisor: 3_600),
  ]

  /// To millimeters.
  private static let depths = [
    "mm": Conversion(), "cm": Conversion(factor: 10), "m": Conversion(factor: 1_000),
    "inch": Conversion(factor: 25.4), "in": Conversion(factor: 25.4),
  ]

  private static let lengths = [
    "m": Conversion(), "km": Conversion(factor: 1_000), "ft": Conversion(factor: 0.3048),
    "mi": Conversion(factor: 1_609.344),
  ]
}
