import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite(.enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
struct WeatherCorpusTests {
  private func read(_ file: String) throws -> WeatherReading {
    let context = WeatherContext(
      source: "weather", points: [], fetchedAt: Instant(secondsSinceEpoch: 0))
    return try OpenMeteoMapper.map(OpenMeteoReader.read(try SharedFiles.bytes(file)), context)
  }

  @Test("every captured answer reads or says why not")
  func captured() throws {
    let files = SharedFiles.files(in: "corpora/weather/open-meteo", ending: ".json")
    #expect(!files.isEmpty)
    for file in files {
      let text = String(decoding: try SharedFiles.bytes(file), as: UTF8.self)
      let isDailyOnly =
        !file.hasSuffix("_400.json") && !text.contains("\"hourly\"") && !text.contains("current")
      if isDailyOnly {
        #expect(throws: WeatherError.noSeries, "\(file)") { try read(file) }
      } else if file.hasSuffix("_400.json") {
        let error = #expect(throws: WeatherError.self) { try read(file) }
        #expect(error?.code == "E_WEATHER_PROVIDER", "\(file)")
      } else {
        let reading = try read(file)
        #expect(!reading.forecasts.isEmpty, "\(file)")
        #expect(reading.findings.isEmpty, "\(file)")
      }
    }
  }

  @Test("other providers' answers and cut-off ones are refused")
  func others() throws {
    for folder in ["metno", "nws", "openweathermap", "apixu", "datagovsg"] {
      for file in SharedFiles.files(in: "corpora/weather/" + folder, ending: ".json") {
        #expect(throws: WeatherError.self, "\(file)") { try read(file) }
      }
    }
    for file in SharedFiles.files(in: "corpora/weather/open-meteo", ending: ".json") {
      let bytes = try SharedFiles.bytes(file)
      let cut = Array(bytes.prefix(bytes.count / 2))
      #expect(throws: WeatherError.self, "\(file)") { try OpenMeteoReader.read(cut) }
    }
  }
}
