import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacIngest

@Suite struct ProviderKeyTests {
  private func source(_ key: WeatherRequest.Key?) throws -> Source {
    var request = WeatherRequest(provider: .openWeather, points: [])
    request.key = key
    return Source(
      id: "sky", campus: "hill", kind: .weather,
      location: .url("https://w.example/f?appid={key}"), weather: request)
  }

  @Test("a key is read from the environment or a file, and missing is a finding")
  func reads() throws {
    let folder = try TemporaryFolder()
    try folder.write(" s3cret\n", to: "key.txt")
    let path = folder.url.appending(path: "key.txt").path
    let environment = ["SKY_KEY": "other"]
    #expect(try ProviderKey.read(for: source(nil), environment: environment) == nil)
    #expect(
      try ProviderKey.read(for: source(.environment("SKY_KEY")), environment: environment)
        == "other")
    #expect(try ProviderKey.read(for: source(.file(path)), environment: [:]) == "s3cret")
    for missing in [WeatherRequest.Key.environment("NONE"), .file(path + ".none")] {
      let error = #expect(throws: FetchError.self) {
        try ProviderKey.read(for: source(missing), environment: environment)
      }
      #expect(error?.code == "E_KEY")
    }
  }

  @Test("a key is in the request and in nothing that is told of it")
  func redacts() {
    let redaction = SecretRedaction("a+b/c&d")
    let url = redaction.revealing("https://w.example/f?appid={key}&q=1")
    #expect(url == "https://w.example/f?appid=a%2Bb%2Fc%26d&q=1")
    #expect(redaction.hiding(in: url) == "https://w.example/f?appid={key}&q=1")
    #expect(redaction.hiding(in: "a+b/c&d") == "{key}")
    #expect(
      redaction.hiding(in: .network("no answer from \(url)"))
        == .network("no answer from https://w.example/f?appid={key}&q=1"))
    #expect(SecretRedaction(nil).revealing("x{key}") == "x{key}")
  }
}
