import AlmanacModel
import AlmanacRecords
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacStore

@Suite struct EventIdentityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let record = StageRecord(
    stage: .deduplicate, key: "hill", fingerprint: "", read: 0, accepted: 0, rejected: 0,
    findings: [])

  private func identity(_ id: String, _ random: inout RecordSamples.Random) -> EventIdentity {
    let listings = (0..<Int(random.next() % 4)).map { "hall/\(id) \($0) \(random.next() % 3)" }
    let traces = listings.filter { _ in random.next() % 4 > 0 }.map { listing in
      ListingTrace(
        id: listing, source: "hall", title: "evening \(random.next() % 3)",
        start: .day(CivilDate(dayNumber: 20_000 + Int(random.next() % 9))),
        link: random.next() % 2 == 0 ? nil : "https://hall.example/\(id)",
        uid: random.next() % 2 == 0 ? nil : "\"\(id)\"",
        formerNames: random.next() % 3 == 0 ? ["hall/old", "Zoë \"x\""] : nil)
    }
    return EventIdentity(
      id: id, campus: "hill", listings: listings, traces: traces,
      issued: Instant(secondsSinceEpoch: Int64(random.next() % 1_000_000)),
      mergedInto: random.next() % 3 == 0 ? "other" : nil,
      core: random.next() % 3 == 0 ? Array(listings.prefix(1)) : nil)
  }

  @Test("Identities are read as they were saved, and only changed ones are written")
  func roundTrip() throws {
    let workspace = try Workspace(folder: folder.url)
    var random = RecordSamples.Random(seed: 8)
    var identities = (10..<40).map { identity("\($0)", &random) }
    for round in 0..<12 {
      try workspace.saveEvents([], identities: identities, campus: "hill", record: record)
      #expect(try workspace.identities(campus: "hill") == identities, "round \(round)")
      #expect(try workspace.identities(campus: "lake").isEmpty)
      let before = try workspace.database.read { $0.totalChangesCount }
      try workspace.saveEvents([], identities: identities, campus: "hill", record: record)
      // The stage record.
      #expect(try workspace.database.read { $0.totalChangesCount } == before + 1)
      identities[round] = identity(identities[round].id, &random)
      identities.remove(at: 20 - round)
    }
  }
}
