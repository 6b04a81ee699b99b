import AlmanacModel
import AlmanacTime

/// NEA's two-hour, 24-hour and four-day forecasts through data.gov.sg.
///
/// Version 1 writes snake_case and bare words, version 2 camelCase and words with codes, in an
/// envelope; both spellings are read everywhere.
struct DataGovSGResponse {
  struct Words {
    var code: String?
    var text: String?

    fileprivate init(_ json: JSONValue?) {
      code = json?["code"]?.filledString
      text = json?.filledString ?? json?["text"]?.filledString ?? json?["summary"]?.filledString
    }
  }

  /// The island over a day.
  struct General {
    var start: Instant?
    var end: Instant?
    var temperatureMin: Double?
    var temperatureMax: Double?
    /// Kilometers an hour.
    var windMax: Double?
    var windDirection: String?
    var words: Words
  }

  /// Words for areas or regions over some hours.
  struct Period {
    var start: Instant?
    var end: Instant?
    var words: [(place: String, words: Words)] = []
  }

  struct Item {
    var issuedAt: Instant?
    var days: [General] = []
    var periods: [Period] = []
  }

  /// Where the words of an area are put on the map.
  var areas: [String: Coordinate] = [:]
  var items: [Item] = []

  init(_ json: JSONValue) {
    let data = json["data"] ?? json
    for area in Self.first(data, "area_metadata", "areaMetadata")?.array ?? [] {
      let place = Self.first(area, "label_location", "labelLocation")
      guard let name = area["name"]?.filledString,
        let latitude = place?["latitude"]?.looseNumber,
        let longitude = place?["longitude"]?.looseNumber
      else { continue }
      areas[name] = Coordinate(latitude: latitude, longitude: longitude)
    }
    items = (Self.first(data, "items", "records")?.array ?? []).map(Item.init)
  }

  fileprivate static func first(_ json: JSONValue?, _ names: String...) -> JSONValue? {
    names.lazy.compactMap { json?[$0] }.first
  }
}

extension DataGovSGResponse.Item {
  fileprivate init(_ json: JSONValue) {
    issuedAt =
      (DataGovSGResponse.first(json, "update_timestamp", "updatedTimestamp") ?? json["timestamp"])?
      .timestamp
    if let general = json["general"] {
      let valid =
        DataGovSGResponse.first(json, "valid_period", "validPeriod")
        ?? DataGovSGResponse.first(general, "valid_period", "validPeriod")
      days = [DataGovSGResponse.General(general, valid)]
    }
    for period in json["periods"]?.array ?? [] {
      periods.append(
        DataGovSGResponse.Period(
          DataGovSGResponse.first(period, "time", "timePeriod"), regions: period["regions"]))
    }
    let forecasts = json["forecasts"]?.array ?? []
    if forecasts.contains(where: { $0["area"] != nil }) {
      let valid = DataGovSGResponse.first(json, "valid_period", "validPeriod")
      periods.append(DataGovSGResponse.Period(valid, areas: forecasts))
    } else {
      // The four days: each from its own midnight in Singapore.
      days += forecasts.map { DataGovSGResponse.General($0, nil) }
    }
  }
}

extension DataGovSGResponse.Period {
  fileprivate init(_ time: JSONValue?, regions: JSONValue?) {
    start = time?["start"]?.timestamp
    end = time?["end"]?.timestamp
    words = (regions?.object ?? [:]).sorted { $0.key < $1.key }
      .map { ($0.key, DataGovSGResponse.Words($0.value)) }
  }

  fileprivate init(_ time: JSONValue?, areas: [JSONValue]) {
    start = time?["start"]?.timestamp
    end = time?["end"]?.timestamp
    words = areas.compactMap { area in
      area["area"]?.filledString.map { ($0, DataGovSGResponse.Words(area["forecast"])) }
    }
  }
}

extension DataGovSGResponse.General {
  fileprivate init(_ json: JSONValue, _ valid: JSONValue?) {
    start = valid?["start"]?.timestamp
    end = valid?["end"]?.timestamp
    if valid == nil, let day = json["timestamp"]?.timestamp {
      start = day
      end = day + 86_400
    }
    temperatureMin = json["temperature"]?["low"]?.looseNumber
    temperatureMax = json["temperature"]?["high"]?.looseNumber
    windMax = json["wind"]?["speed"]?["high"]?.looseNumber
    windDirection = json["wind"]?["direction"]?.filledString
    words = DataGovSGResponse.Words(json["forecast"])
  }
}
