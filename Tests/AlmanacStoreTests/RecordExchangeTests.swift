import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacStore

@Suite("Import and export of records")
struct RecordExchangeTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryFolder()
    workspace = try Workspace(folder: folder.url.appending(path: "first"))
    try save(["one", "two"], in: workspace)
  }

  /// Saves the listings of a source, and one event for each.
  private func save(_ keys: [String], in workspace: Workspace) throws {
    let listings = keys.map {
      Listing(
        source: "a", campus: "hill", key: $0, title: "Talk \"\($0)\"\n\u{2028}é/",
        start: .floating(CivilDateTime(localSeconds: 0)))
    }
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: listings, forecasts: [],
      completeness: .full, at: Instant(secondsSinceEpoch: 0),
      record: record(.parse, "a", keys.count))
    try workspace.saveEvents(
      keys.map { Event(id: $0, campus: "hill", title: $0, occurrences: [], listings: []) },
      identities: keys.map {
        EventIdentity(
          id: $0, campus: "hill", listings: ["a/\($0)"], issued: Instant(secondsSinceEpoch: 7))
      }, snapshot: Data([0, 255, 10]), campus: "hill",
      record: record(.deduplicate, "hill", keys.count))
  }

  private func record(_ stage: StageName, _ key: String, _ count: Int) -> StageRecord {
    StageRecord(
      stage: stage, key: key, fingerprint: "print", read: count, accepted: count, rejected: 0,
      findings: [Finding("W_TEST", severity: .warning, message: "of \(count)")], capture: "abc")
  }

  private func export(_ set: RecordSet, from workspace: Workspace) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try workspace.exportRecords(
      set, of: RecordScope(campus: "hill", sources: ["a"], settings: [])
    ) { bytes += $0 }
    return bytes
  }

  /// A new workspace that contains these records.
  private func imported(
    _ records: [[UInt8]], _ name: String, chunk: Int = .max
  ) throws -> (workspace: Workspace, RecordImport) {
    let workspace = try Workspace(folder: folder.url.appending(path: name))
    var records = records
    var input = try RecordImport(
      into: workspace,
      only: [
        "stageRecord", "finding", "listing", "event", "identity", "identityListing", "snapshot",
        "placement", "body",
      ])
    while !records.isEmpty {
      var bytes = records.removeFirst()
      try input.add {
        if bytes.isEmpty { return nil }
        defer { bytes.removeFirst(min(chunk, bytes.count)) }
        return Array(bytes.prefix(chunk))
      }
    }
    return (workspace, input)
  }

  @Test("Records that were imported are exported as the same bytes", arguments: [1, 100, .max])
  func roundTrip(chunk: Int) throws {
    let (parsed, refined) = try (
      export(.parse, from: workspace), export(.deduplicate, from: workspace)
    )
    let (copy, input) = try imported([parsed, refined], "copy", chunk: chunk)
    #expect(input.findings == [])
    #expect(input.campuses == ["hill"])
    #expect(try export(.parse, from: copy) == parsed)
    #expect(try export(.deduplicate, from: copy) == refined)
    #expect(try copy.identities(campus: "hill") == workspace.identities(campus: "hill"))
    #expect(input.count == (parsed + refined).count { $0 == UInt8(ascii: "\n") })
    #expect(
      String(decoding: parsed, as: UTF8.self).contains(#""record":"listing","campus":"hill","id""#))
  }

  @Test("Counts of several parts are added, and a finding in two parts is stored once")
  func addsParts() throws {
    let part = try export(.deduplicate, from: workspace)
    let (sum, _) = try imported([part, part], "sum")
    let record = try #require(try sum.stageRecord(.deduplicate, key: "hill"))
    #expect(record.read == 4 && record.findings.count == 1)
    #expect(try sum.eventIDs(campus: "hill") == ["one", "two"])
  }

  @Test(
    "A record that a stage can't read is omitted and reported",
    arguments: [
      #"{"record":"listing","campus":"hill","id":"a/x","source":"a","lastSeenAt":0,"payload":{}}"#,
      #"{"record":"listing","campus":"hill","id":"a/x","source":"a","lastSeenAt":0}"#,
      #"{"record":"event","campus":"hill","id":"x","payload":{"#,
      #"{"record":"stageRecord","campus":"hill","stage":"parse","key":"x","taken":many}"#,
      #"{"record":"snapshot","campus":"hill","statistics":"?"}"#,
      #"{"record":"sqlite_master","campus":"hill"}"#,
      #"{"record":"body","campus":"hill","sha256":"../body","base64":"YQ=="}"#,
    ])
  func rejects(line: String) throws {
    let (copy, input) = try imported([Array("\n\(line)".utf8)], "copy")
    #expect(input.findings.map(\.code) == ["Q_RECORD"])
    #expect(input.findings.map(\.line) == [2])
    #expect(input.count == 1)
    #expect(try export(.parse, from: copy).isEmpty)
    #expect(try export(.deduplicate, from: copy).isEmpty)
  }

  @Test("Results are replaced only for the keys of the stage records, and former listings remain")
  func adopts() throws {
    let target = try Workspace(folder: folder.url.appending(path: "target"))
    try save(["three"], in: target)
    try target.adopt([.deduplicate], from: workspace)
    #expect(try target.eventIDs(campus: "hill") == ["one", "two"])
    #expect(try target.identities(campus: "hill") == workspace.identities(campus: "hill"))
    #expect(try target.listings(source: "a").map(\.key) == ["three"])
    #expect(try target.stageRecord(.deduplicate, key: "hill")?.fingerprint == "")
    #expect(try target.stageRecord(.deduplicate, key: "hill")?.findings.map(\.message) == ["of 2"])
    try target.adopt([.parse], from: workspace)
    #expect(try target.listings(source: "a").map(\.key) == ["one", "two"])
    #expect(try target.stageRecord(.parse, key: "a")?.fingerprint == "print")
    let span = try #require(try target.spans(.ofEvents, campus: "hill", of: 10).first)
    let listed = try target.listings(.ofEvents, campus: "hill", in: span)
    #expect(listed.map(\.listing.key) == ["one", "three", "two"])
  }
}
