import AlmanacModel
import AlmanacTime

/// A Locationforecast 2.0 answer, compact or complete, as it stands on the wire.
struct METNorwayResponse {
  /// What is summed or told for the time after an instant.
  struct Following {
    var symbol: String?
    var details: [String: Double] = [:]
  }

  struct Step {
    var time: Instant?
    var instant: [String: Double] = [:]
    var nextHour: Following?
    var nextSixHours: Following?
  }

  var latitude: Double?
  var longitude: Double?
  /// Meters.
  var altitude: Double?
  var updatedAt: Instant?
  var units: [String: String] = [:]
  var steps: [Step] = []

  init(_ json: JSONValue) {
    let position = json["geometry"]?["coordinates"]?.array ?? []
    if position.count >= 2 {
      longitude = position[0].double
      latitude = position[1].double
      if position.count > 2 { altitude = position[2].double }
    }
    let properties = json["properties"]
    updatedAt = properties?["meta"]?["updated_at"]?.timestamp
    units = properties?["meta"]?["units"]?.object?.compactMapValues(\.string) ?? [:]
    steps = (properties?["timeseries"]?.array ?? []).map(Step.init)
  }
}

extension METNorwayResponse.Step {
  fileprivate init(_ json: JSONValue) {
    time = json["time"]?.timestamp
    instant = METNorwayResponse.numbers(json["data"]?["instant"]?["details"])
    nextHour = json["data"]?["next_1_hours"].map(METNorwayResponse.Following.init)
    nextSixHours = json["data"]?["next_6_hours"].map(METNorwayResponse.Following.init)
  }
}

extension METNorwayResponse.Following {
  fileprivate init(_ json: JSONValue) {
    symbol = json["summary"]?["symbol_code"]?.filledString
    details = METNorwayResponse.numbers(json["details"])
  }
}

extension METNorwayResponse {
  fileprivate static func numbers(_ json: JSONValue?) -> [String: Double] {
    json?.object?.compactMapValues { $0.double.flatMap { $0.isFinite ? $0 : nil } } ?? [:]
  }
}
