import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacIngest

@Suite struct SecretTests {
  private func source(_ key: SecretPlace?) throws -> Source {
    var request = WeatherRequest(provider: .openWeather, points: [])
    request.key = key
    return Source(
      id: "sky", campus: "hill", kind: .weather,
      location: .url("https://w.example/f?appid={key}"), weather: request)
  }

  @Test("A key is read from the environment or a file, and a missing one is an error")
  func reads() throws {
    let folder = try TemporaryFolder()
    try folder.write(" s3cret\n", to: "key.txt")
    let path = folder.url.appending(path: "key.txt").path
    let environment = ["SKY_KEY": "other"]
    #expect(try SecretReader(environment: environment).key(for: source(nil)) == nil)
    #expect(
      try SecretReader(environment: environment).key(for: source(.environment("SKY_KEY")))
        == "other")
    #expect(try SecretReader(environment: [:]).key(for: source(.file(path))) == "s3cret")
    for missing in [SecretPlace.environment("NONE"), .file(path + ".none")] {
      let error = #expect(throws: FetchError.self) {
        try SecretReader(environment: environment).key(for: source(missing))
      }
      #expect(error?.code == "E_KEY")
    }
  }

  @Test("Credentials become the header field of their kind")
  func credentials() throws {
    var source = try source(nil)
    let place = SecretPlace.environment("HILL")
    let reader = SecretReader(environment: ["HILL": "s3cret"])
    #expect(try reader.credentials(for: source) == nil)
    // Like the examples in RFC 7617 section 2 and RFC 6750 section 2.1.
    source.credentials = .basic(user: "Aladdin", password: place)
    #expect(
      try SecretReader(environment: ["HILL": "open sesame"]).credentials(for: source)
        == HTTPField("Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="))
    source.credentials = .bearer(place)
    #expect(
      try reader.credentials(for: source) == HTTPField("Authorization", "Bearer s3cret"))
    source.credentials = .header(name: "X-Key", value: place)
    #expect(try reader.credentials(for: source) == HTTPField("X-Key", "s3cret"))
    source.credentials = .bearer(.environment("NONE"))
    let error = #expect(throws: FetchError.self) { try reader.credentials(for: source) }
    #expect(error?.code == "E_KEY")
  }

  @Test("A key is in the request but not in captures, findings and errors")
  func redacts() {
    let redaction = SecretRedaction(key: "a+b/c&d")
    let url = redaction.revealing("https://w.example/f?appid={key}&q=1")
    #expect(url == "https://w.example/f?appid=a%2Bb%2Fc%26d&q=1")
    #expect(redaction.hiding(in: url) == "https://w.example/f?appid={key}&q=1")
    #expect(redaction.hiding(in: "a+b/c&d") == "{key}")
    #expect(
      redaction.hiding(in: .network("no answer from \(url)"))
        == .network("no answer from https://w.example/f?appid={key}&q=1"))
    #expect(SecretRedaction(key: nil).revealing("x{key}") == "x{key}")
  }
}
