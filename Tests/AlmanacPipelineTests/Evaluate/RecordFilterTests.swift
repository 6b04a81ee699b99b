import AlmanacModel
import AlmanacPipeline
import Foundation
import Testing

/// Commands that add members to NDJSON.
@Suite struct RecordFilterTests {
  private static let gazetteer = Array(
    """
    {"type":"FeatureCollection","features":[{"type":"Feature","id":"kiln",
    "geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"Kiln House"}}]}
    """.utf8)

  private func geocoded(_ text: String) async throws -> [String] {
    let filter = try GeocodeFilter(gazetteers: ["": Self.gazetteer])
    let lines = try await filter.run(Array(text.utf8)).lines
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(
    "Unknown members pass through byte for byte",
    arguments: [
      #"{"venue":"Kiln House","n":12345678901234567890"#,
      #"{ "b" : 1.50 , "a":1e+2,"venue":"Kiln\u0020House""#,
      #"{"x":1,"x":2,"venue":"Kiln House","deep":{"placement":[1,{"y":"}],{"}]}"#,
      #"{"venue":"Kiln House","quote":"\"placement\":","é":"\/""#,
    ])
  func passesThrough(line: String) async throws {
    let found = try #require(try await geocoded(line + "}").first)
    #expect(found.hasPrefix(line + #","placement":{"#))
    #expect(found.contains(#""place":"kiln""#))
    // A second run replaces what the first one added, and nothing else.
    #expect(try await geocoded(found) == [found])
  }

  @Test("A member that the filter adds is replaced wherever it was, under any spelling of its name")
  func replaces() async throws {
    let line = #"{"placement":1,"venue":"Kiln House","pl\u0061cement":{"a":[2]},"n":00.5e1}"#
      .replacing("00.5e1", with: "0.50")
    let found = try #require(try await geocoded(line).first)
    #expect(found.hasPrefix(#"{"venue":"Kiln House","n":0.50,"placement":{"#))
    #expect(try await geocoded("{}").first?.hasPrefix(#"{"placement":{"#) == true)
    #expect(try await geocoded(" { } \r\n").first?.hasPrefix(#" { "placement":{"#) == true)
  }

  @Test("Records that deduplicate has seen before keep their other members byte for byte")
  func deduplicatesAgain() async throws {
    let filter = DeduplicateFilter(workers: 1)
    let line = #"{"id":"1","source":"a/hill","n":12345678901234567890,"deep":[1.0],"title":"T"}"#
    let first = try await filter.run(Array(line.utf8)).lines
    #expect(String(decoding: first, as: UTF8.self).hasPrefix(line.dropLast()))
    #expect(try await filter.run(first).lines == first)
  }
}
