import AlmanacTestSupport
import Foundation
import Testing

@Suite struct PinnedPackagesTests {
  private struct Resolved: Decodable {
    struct Pin: Decodable {
      struct State: Decodable { var version: String? }
      var location: String
      var state: State
    }
    var pins: [Pin]
  }

  @Test("Every direct and indirect package has an exact version")
  func pinsPackages() throws {
    let manifest = try ProjectFiles.text("Package.swift")
    let resolved = try JSONDecoder().decode(
      Resolved.self, from: Data(contentsOf: ProjectFiles.url("Package.resolved")))
    #expect(resolved.pins.count > 4)
    for pin in resolved.pins {
      let url = pin.location.hasSuffix(".git") ? String(pin.location.dropLast(4)) : pin.location
      let version = try #require(pin.state.version)
      #expect(manifest.contains("\"\(url)\", exact: \"\(version)\""), "\(url) \(version)")
    }
  }
}
