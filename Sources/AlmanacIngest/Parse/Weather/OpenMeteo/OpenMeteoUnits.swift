/// Factors from the units that Open-Meteo states to ours, each exact by definition.
enum OpenMeteoUnits {
  /// A linear conversion.
  struct Conversion: Equatable {
    var factor = 1.0
    /// Taken away before the factor is applied.
    var zero = 0.0

    func apply(_ value: Double) -> Double { (value - zero) * factor }
  }

  enum Quantity {
    case temperature, speed, precipitation, snow, length, percent, pressure, plain
  }

  /// nil for a unit that we do not know: the value is then not used. Without a stated unit the
  /// provider's documented default holds.
  static func conversion(_ quantity: Quantity, unit: String?) -> Conversion? {
    let unit = unit.flatMap { $0.isEmpty ? nil : $0.lowercased() }
    switch quantity {
    case .temperature:
      return [nil: Conversion(), "°c": Conversion(), "°f": Conversion(factor: 5 / 9, zero: 32)][
        unit]
    case .speed:
      return [
        nil: Conversion(factor: 1 / 3.6), "km/h": Conversion(factor: 1 / 3.6),
        "m/s": Conversion(), "ms": Conversion(),
        "mph": Conversion(factor: 0.447_04), "mp/h": Conversion(factor: 0.447_04),
        "kn": Conversion(factor: 1_852 / 3_600), "knots": Conversion(factor: 1_852 / 3_600),
      ][unit]
    case .precipitation:
      return [nil: Conversion(), "mm": Conversion(), "inch": Conversion(factor: 25.4)][unit]
    case .snow:
      return [nil: Conversion(), "cm": Conversion(), "inch": Conversion(factor: 2.54)][unit]
    case .length:
      return [nil: Conversion(), "m": Conversion(), "ft": Conversion(factor: 0.3048)][unit]
    case .percent: return [nil: Conversion(), "%": Conversion()][unit]
    case .pressure: return [nil: Conversion(), "hpa": Conversion()][unit]
    case .plain: return Conversion()
    }
  }
}
