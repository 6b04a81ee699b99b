import AlmanacModel

/// A value of a forecast under the names that a provider has for it.
struct WeatherField: Sendable {
  let path: any WritableKeyPath<Forecast, Double?> & Sendable
  /// The current name first.
  let names: [String]
  let quantity: WeatherUnits.Quantity
  /// The provider's unit where a document declares none; nil: ours.
  let unit: String?

  init(
    _ path: any WritableKeyPath<Forecast, Double?> & Sendable, _ names: String...,
    as quantity: WeatherUnits.Quantity = .plain, in unit: String? = nil
  ) {
    self.path = path
    self.names = names
    self.quantity = quantity
    self.unit = unit
  }
}

extension WeatherCollector {
  /// Sets the fields that have a value, in our units.
  ///
  /// - Parameter read: Returns the value of a name with the unit that the document declares.
  mutating func fill(
    _ forecast: inout Forecast, _ fields: [WeatherField],
    from read: (String) -> (value: Double?, unit: String?)
  ) {
    for field in fields {
      for name in field.names {
        let (number, unit) = read(name)
        guard let number else { continue }
        forecast[keyPath: field.path] = value(number, unit ?? field.unit, field.quantity, name)
        break
      }
    }
  }
}

/// The conditions for the codes of providers.
enum WeatherCodes {
  /// Returns nil for a code that the provider does not document.
  static func condition(_ code: String, of provider: WeatherProvider) -> WeatherCondition? {
    conditions[provider.rawValue + " " + code]
  }

  private static let conditions: [String: WeatherCondition] =
    EmbeddedTable.weatherCodes.rows(separator: " ").reduce(into: [:]) { conditions, row in
      let words = row.value.split(separator: " ").map(String.init)
      for code in words.dropFirst() {
        conditions[row.key + " " + code] = WeatherCondition(rawValue: words[0])
      }
    }
}
