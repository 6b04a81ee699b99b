import AlmanacModel
import AlmanacTime

/// The documents of api.weather.gov that tell weather, as they stand on the wire.
enum NWSDocument {
  /// `/gridpoints/…/forecast` and `…/forecast/hourly`.
  case periods(NWSPeriods)
  /// `/gridpoints/…`: raw layers over ISO intervals.
  case grid(NWSGrid)
  /// `/stations/…/observations`: what was measured.
  case observations([NWSObservation])
}

/// A number with its unit; NWS also writes numbers as strings.
struct NWSQuantity {
  var value: Double?
  /// The upper end of what is given as a range.
  var maximum: Double?
  var unit: String?

  init(_ json: JSONValue?) {
    value = json?["value"]?.looseNumber
    maximum = json?["maxValue"]?.looseNumber
    unit = json?["unitCode"]?.filledString
  }
}

struct NWSPeriods {
  struct Period {
    var start: Instant?
    var end: Instant?
    var isDaytime: Bool?
    var temperature: NWSQuantity
    var probability: NWSQuantity
    var dewPoint: NWSQuantity
    var humidity: NWSQuantity
    /// `"10 mph"`, `"6 to 10 mph"`.
    var windText: String?
    var wind: NWSQuantity
    var gust: NWSQuantity
    var windDirection: String?
    var icon: String?
    var shortForecast: String?
  }

  var grid: Coordinate?
  var elevation: Double?
  var issuedAt: Instant?
  var periods: [Period] = []
}

struct NWSGrid {
  struct Value {
    var start: Instant
    var end: Instant
    var value: JSONValue
  }

  struct Layer {
    var unit: String?
    var values: [Value] = []
  }

  var grid: Coordinate?
  var elevation: Double?
  var issuedAt: Instant?
  var layers: [String: Layer] = [:]
}

struct NWSObservation {
  var grid: Coordinate?
  var elevation: Double?
  var at: Instant?
  var text: String?
  var icon: String?
  /// By the names on the wire.
  var quantities: [String: NWSQuantity] = [:]
}
