import AlmanacModel
import AlmanacRefine
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

/// Replays real edit histories of feed items as runs.
@Suite struct EditHistoryTests {
  static let file = "corpora/edits/edits.jsonl"

  @Test(
    "With their uids, items keep their ids through every edit",
    .enabled(if: SharedFiles.exists(file), "\(SharedFiles.absent)"))
  func withUIDs() async throws {
    let share = try await Self.keptShare(past: 20_000) { EditHistory.keyed($0, by: \.uid) }
    print("edits, uid visible: \(share)")
    #expect(share.lost.isEmpty)
  }

  @Test(
    "Without uids, most items are known again by link, title or time",
    .enabled(if: SharedFiles.exists(file), "\(SharedFiles.absent)"))
  func withoutUIDs() async throws {
    let share = try await Self.keptShare(past: 30, keys: EditHistory.keyedByContent)
    print("edits, uid hidden: \(share.kept) of \(share.edits), unchanged \(share.unchanged)")
    #expect(share.kept >= 0.95)
  }

  struct Share {
    /// Of the edits after which the id of before still led to the item.
    var kept = 0.0
    /// Of those after which it was the event's own id, and no redirect.
    var unchanged = 0.0
    var edits = 0
    /// Of the others: the listing, with the id of before and the one of now.
    var lost: [String] = []
  }

  /// - Parameters:
  ///   - past: Days before the first run that the window holds.
  ///   - keys: The listings' keys of one run of one feed.
  private static func keptShare(
    past: Int, keys: ([EditHistory.Item]) -> [String]
  ) async throws -> Share {
    var (kept, unchanged, edits) = (0, 0, 0)
    var lost: [String] = []
    for (city, items) in try EditHistory.byCity() {
      var identities: [EventIdentity] = []
      var before: [EditHistory.Item.ID: String] = [:]
      let runs = items.map(\.versions.count).max() ?? 0
      for fixture in 0..<runs {
        let listings = EditHistory.listings(of: items, in: city, fixture: fixture, keys: keys)
        let (events, known) = try await run(
          listings.map(\.listing), identities, city, fixture, past: past)
        identities = known
        var found: [String: Event] = [:]
        for event in events {
          for listing in event.listings { found[listing.id] = event }
        }
        for (listing, item) in listings {
          guard let event = found[listing.id] else { continue }
          if let id = before[item.id], item.versions.count > fixture {
            edits += 1
            if event.id == id { unchanged += 1 }
            if event.id == id || event.aliases.contains(id) {
              kept += 1
            } else {
              lost.append("\(listing.id): \(id), now \(event.id)")
            }
          }
          before[item.id] = event.id
        }
      }
    }
    return Share(
      kept: Double(kept) / Double(edits), unchanged: Double(unchanged) / Double(edits),
      edits: edits, lost: lost)
  }

  private static func run(
    _ listings: [Listing], _ identities: [EventIdentity], _ city: String, _ fixture: Int,
    past: Int
  ) async throws -> (events: [Event], identities: [EventIdentity]) {
    let zone = try #require(ZoneDatabase.system.zone(named: EditHistory.zoneName(of: city)))
    let now = try #require(Instant(rfc3339: "2026-02-1\(fixture)T03:00:00Z"))
    let input = DeduplicateInput(
      campus: Campus(id: city, name: city, timezone: EditHistory.zoneName(of: city)),
      listings: listings, placements: [:], identities: identities,
      window: Window(from: now - past * 86_400, to: now + 400 * 86_400), zone: zone, now: now)
    let output = try #require(await Deduplicator().run(input).records.first)
    return (output.events, output.identities)
  }
}

/// What one feed said of one item, from its first edit to its last.
enum EditHistory {
  struct Item: Decodable, Identifiable {
    let feed: String
    let uid: String
    /// Title, start, venue, link.
    let versions: [[String]]

    var id: String { feed + " " + uid }
    var city: String { String(feed.split(separator: "/")[1]) }
    var source: String { feed.split(separator: "/").dropFirst(2).joined(separator: "/") }
    var isReadable: Bool {
      versions.allSatisfy { $0.count == 4 && EditHistory.time($0[1], in: city) != nil }
    }

    func version(_ fixture: Int) -> [String] { versions[min(fixture, versions.count - 1)] }
  }

  static func byCity() throws -> [(city: String, items: [Item])] {
    let items = try SharedFiles.bytes(EditHistoryTests.file).split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(Item.self, from: Data($0)) }
    let readable = items.filter(\.isReadable)
    #expect(readable.count * 100 >= items.count * 99)
    return Dictionary(grouping: readable, by: \.city).sorted { $0.key < $1.key }
      .map { (city: $0.key, items: $0.value) }
  }

  static func zoneName(of city: String) -> String {
    ["davis", "petaluma", "santarosa"].contains(city) ? "America/Los_Angeles" : "America/Toronto"
  }

  static func time(_ text: String, in city: String) -> CalendarTime? {
    var form = "####-##-##"
    if text.count > 8 { form += "T##:##:##" }
    var digits = text.filter { $0 != "T" }[...]
    let filled = String(form.map { $0 == "#" ? digits.popFirst() ?? "?" : $0 }) + digits
    let zone = ZoneDatabase.system.zone(named: zoneName(of: city)) ?? .utc
    return CalendarTime(filled)?.anchored(in: zone)
  }

  static func listings(
    of items: [Item], in city: String, fixture: Int, keys: ([Item]) -> [String]
  ) -> [(listing: Listing, item: Item)] {
    let bySource: [String: [Item]] = Dictionary(grouping: items, by: \.source)
    var found: [(listing: Listing, item: Item)] = []
    for source in bySource.keys.sorted() {
      let items = bySource[source] ?? []
      let tonight = items.map { item in
        Item(feed: item.feed, uid: item.uid, versions: [item.version(fixture)])
      }
      let keys = keys(tonight)
      for (index, item) in items.enumerated() {
        let version = tonight[index].versions[0]
        guard let start = time(version[1], in: city) else { continue }
        let listing = Listing(
          source: source, campus: city, key: keys[index],
          uid: keys[index] == item.uid ? item.uid : nil,
          link: version[3].isEmpty ? nil : version[3], title: version[0], start: start,
          venue: version[2].isEmpty ? nil : version[2])
        found.append((listing, item))
      }
    }
    return found
  }

  static func keyed(_ items: [Item], by key: (Item) -> String) -> [String] { items.map(key) }

  /// As a feed without ids is read: by link, with the start where several items share it, else by
  /// title and start.
  static func keyedByContent(_ items: [Item]) -> [String] {
    func content(_ item: Item) -> String {
      let version = item.versions[0]
      return version[3].isEmpty ? version[0] + " " + version[1] : version[3]
    }
    let counts = Dictionary(items.map { (content($0), 1) }, uniquingKeysWith: +)
    var seen: [String: Int] = [:]
    return items.map { item in
      var key = content(item)
      if counts[key, default: 0] > 1 { key += "#" + item.versions[0][1] }
      seen[key, default: 0] += 1
      // What is equal in all that its source says can't be told apart: the run's order decides.
      return seen[key] == 1 ? key : "\(key)#\(seen[key, default: 0])"
    }
  }
}
