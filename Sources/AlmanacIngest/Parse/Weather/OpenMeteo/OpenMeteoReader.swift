import AlmanacModel
import Foundation

/// Reads Open-Meteo's JSON: one answer, or a list of them where several points were asked for.
enum OpenMeteoReader {
  static func read(_ bytes: [UInt8]) throws(WeatherError) -> [OpenMeteoResponse] {
    guard let first = bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) else {
      throw .malformed("it is empty")
    }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      throw .malformed("it is no JSON object")
    }
    let responses = try decode(bytes, isList: first == UInt8(ascii: "["))
    for response in responses where response.isError == true {
      throw .provider(reason: response.reason ?? "no reason given")
    }
    return responses
  }

  private static func decode(
    _ bytes: [UInt8], isList: Bool
  ) throws(WeatherError) -> [OpenMeteoResponse] {
    let decoder = JSONDecoder()
    do {
      guard isList else { return [try decoder.decode(OpenMeteoResponse.self, from: Data(bytes))] }
      return try decoder.decode([OpenMeteoResponse].self, from: Data(bytes))
    } catch {
      throw .malformed("it is no well-formed JSON of the expected shape")
    }
  }
}
