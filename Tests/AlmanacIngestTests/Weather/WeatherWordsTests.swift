import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct WeatherWordsTests {
  @Test(
    "Words are matched as a whole, and negated ones are ignored",
    arguments: [
      ("No rain", nil), ("Dry, no rain expected", nil), ("Windows of sun", nil),
      ("A thousand words", nil), ("Sandwich day", nil), ("Sunny, no wind", .clear),
      ("No rain but windy", .windy), ("Clear without fog", .clear), ("Rain", .rain),
      ("Rainy", .rain), ("Light rain showers", .rainLight), ("Heavy rain", .rainHeavy),
      ("Thunderstorms", .thunder), ("T-storms", .thunder), ("Snowfall", .snow),
      ("Dusty", .dust), ("Breezy", .windy), ("Foggy", .fog), ("Mist", .fog),
      ("Partly cloudy", .partlyCloudy), ("Mostly Clear", .mostlyClear), ("Sandstorm", .dust),
      ("Cloudy", .overcast), ("Hail", .hail), ("Freezing rain", .freezingRain),
    ] as [(String, WeatherCondition?)])
  func conditions(text: String, condition: WeatherCondition?) {
    #expect(WeatherWords.condition(text) == condition)
  }
}
