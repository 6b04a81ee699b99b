import AlmanacTestSupport
import Foundation
import Testing

@Suite("An hourly timer") struct CadenceTests {
  @Test("An hourly timer fetches each source as often as its definition says, and no more")
  func hourly() async throws {
    let server = try LoopbackServer { _ in
      .init(200, [("Content-Type", "text/calendar")], text: CampusFixture.calendar())
    }
    let fixture = try CampusFixture.empty()
    try fixture.append("fetch: {gap: 0s}")
    for (id, every) in [("often", "1h"), ("seldom", "6h"), ("daily", "24h")] {
      try fixture.folder.write(
        "campus: hill\nurl: \(server.url("/\(id)"))\nallow: [127.0.0.1]\nevery: \(every)\n",
        to: "config/feeds/\(id)/feed.yaml")
    }
    for hour in 0..<13 { try await fixture.run(after: hour) }
    func count(_ id: String) -> Int { server.requests.count { $0.path == "/\(id)" } }
    #expect(count("often") == 13)
    #expect(count("seldom") == 3, "at 0, 6 and 12 o'clock")
    #expect(count("daily") == 1)
  }
}
