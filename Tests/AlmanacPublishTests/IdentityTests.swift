import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacPublish

@Suite struct IdentityTests {
  @Test("An edition contains the identities of a campus's events: ids, former ids and listings")
  func identities() throws {
    let output = try TemporaryOutput()
    var other = EditionFixture.lectures
    other.id = "dale-lectures"
    other.campus = "dale"
    other.aliases = ["dale-talks"]
    var jazz = EditionFixture.jazz
    jazz.aliases.append("blue-night")
    let contents = EditionFixture.contents(
      events: [other, jazz, EditionFixture.yoga],
      campuses: [
        EditionFixture.campus, Campus(id: "dale", name: "Dale", timezone: "Europe/Paris"),
      ])
    try output.publish(contents)
    var later = contents
    later.now = contents.now + 3_600
    later.events.append(EditionFixture.webinar)
    let reader = try EditionReader(edition: try output.publish(later).folder)
    let first = contents.now
    #expect(
      try reader.identities(campus: "hill") == [
        EventIdentity(
          id: "blue-night", campus: "hill", listings: [], issued: first, mergedInto: "jazz-night"),
        EventIdentity(
          id: "jazz-night", campus: "hill", listings: ["hall/7", "clubs/jazz"], issued: first),
        EventIdentity(
          id: "jazz-trio", campus: "hill", listings: [], issued: first, mergedInto: "jazz-night"),
        EventIdentity(
          id: "morning-yoga", campus: "hill", listings: ["clubs/yoga"], issued: first),
        EventIdentity(id: "webinar", campus: "hill", listings: ["clubs/web"], issued: later.now),
      ])
    #expect(
      try reader.identities(campus: "dale").map(\.id) == ["dale-lectures", "dale-talks"])
    #expect(try reader.identities(campus: "gone").isEmpty)
  }

  @Test("The time zones are those of the campuses")
  func zones() throws {
    let output = try TemporaryOutput()
    let contents = EditionFixture.contents(
      campuses: [
        EditionFixture.campus, Campus(id: "dale", name: "Dale", timezone: "Europe/Paris"),
      ])
    let reader = try EditionReader(edition: try output.publish(contents).folder)
    #expect(try reader.timezones() == ["hill": "Asia/Singapore", "dale": "Europe/Paris"])
  }
}
