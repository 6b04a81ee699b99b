import AlmanacModel
import AlmanacTime

/// Parses the JSON of a weather provider.
enum WeatherDocument {
  /// Gateways and MET Norway report errors as an HTML page; its title is the reason.
  static func read(_ bytes: [UInt8]) throws(WeatherError) -> JSONValue {
    guard let first = bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) else {
      throw .malformed("it is empty")
    }
    if first == UInt8(ascii: "<") {
      if let title = title(of: bytes) { throw .provider(reason: title) }
      throw .malformed("it is a page, no JSON")
    }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      throw .malformed("it is no JSON object")
    }
    do throws(JSONSyntaxError) {
      // A byte order mark is no part of JSON, but some servers send one.
      return try JSONValue(
        parsing: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
    } catch {
      throw .malformed("it is no well-formed JSON: \(error)")
    }
  }

  private static func title(of bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(4_096), as: UTF8.self)
    guard let found = text.firstMatch(of: /<title[^>]*>([^<]+)</.ignoresCase()) else { return nil }
    let title = FieldText.clean(String(found.1)).text
    return title.isEmpty ? nil : title
  }
}

extension Coordinate {
  /// Returns nil if a value is no number or out of range.
  init?(_ latitude: JSONValue?, _ longitude: JSONValue?) {
    guard let latitude = latitude?.looseNumber, let longitude = longitude?.looseNumber else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension JSONValue {
  /// A finite number, also as a string, as APIXU and NWS write it.
  var looseNumber: Double? {
    let number = double ?? string.flatMap { Double($0) }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// An integer, also as a string.
  var looseInteger: Int? { looseNumber.flatMap { Int(exactly: $0) } }

  /// A string that is not empty.
  var filledString: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

  /// Seconds since 1970 up to the year 2200; no forecast is later.
  var unixTime: Instant? {
    guard let seconds = looseInteger, (0...7_258_118_400).contains(seconds) else { return nil }
    return Instant(secondsSinceEpoch: Int64(seconds))
  }

  /// An RFC 3339 time with an offset.
  var timestamp: Instant? { string.flatMap { Instant(rfc3339: $0) } }
}
