import AlmanacTime
import Foundation
import Testing

@Suite struct ZoneDatabaseTests {
  @Test(
    "Names that are not zones of the directory are refused",
    arguments: [
      "", "../passwd", "/etc/localtime", "Europe/../Europe/Berlin", "Europe", "Nowhere/Land",
      "tzdata.zi", "zone.tab", "right/Europe/Berlin", "localtime", "Europe/Berlin/",
      "Europe//Berlin",
      "Europe/Berl\u{0}in", String(repeating: "A", count: 10_000),
    ])
  func refuses(name: String) {
    #expect(ZoneDatabase.system.zone(named: name) == nil)
  }

  @Test("Names are found in any case and keep their spelling")
  func anyCase() {
    #expect(ZoneDatabase.system.zone(named: "america/new_york")?.identifier == "America/New_York")
    #expect(ZoneDatabase.system.zone(named: "Asia/Calcutta")?.identifier == "Asia/Calcutta")
  }

  @Test("The names of UTC need no tzdata", arguments: ["UTC", "Z", "GMT", "Etc/UTC", "utc"])
  func universal(name: String) {
    let empty = ZoneDatabase(directory: "/nonexistent")
    #expect(empty.zone(named: name) == .utc)
    #expect(!empty.isAvailable)
    #expect(empty.version == "unknown")
  }

  @Test("An offset is a valid name")
  func offsets() {
    #expect(
      ZoneDatabase.system.zone(named: "-03:30")?.offset(at: .init(secondsSinceEpoch: 0)) == -12_600)
  }

  @Test("The system has tzdata of a known release")
  func system() {
    #expect(ZoneDatabase.system.isAvailable)
    #expect(ZoneDatabase.system.version.wholeMatch(of: /20\d\d[a-z]+.*/) != nil)
  }

  @Test("A link without a file gives its target")
  func uninstalledLink() throws {
    try withDirectory { directory in
      let berlin = ZoneDatabase.system.directory + "/Europe/Berlin"
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: berlin), to: directory.appendingPathComponent("Berlin"))
      try Data(
        "# version 2031c\nL Berlin Old/Berlin\nL Loop Loop\nL One Two\nL Two One\nL ../Berlin Out\nL\n"
          .utf8
      )
      .write(to: directory.appendingPathComponent("tzdata.zi"))
      let database = ZoneDatabase(directory: directory.path)
      #expect(database.zone(named: "Old/Berlin")?.identifier == "Berlin")
      #expect(database.zone(named: "old/berlin")?.identifier == "Berlin")
      for name in ["Loop", "loop", "One", "Two", "Out"] {
        #expect(database.zone(named: name) == nil)
      }
      #expect(database.version == "2031c")
    }
  }

  @Test("A truncated file is no zone, and a changed file never traps")
  func damaged() throws {
    let whole = try Data(
      contentsOf: URL(fileURLWithPath: ZoneDatabase.system.directory + "/Europe/Berlin"))
    try withDirectory { directory in
      let database = ZoneDatabase(directory: directory.path)
      for (index, length) in stride(from: 0, to: whole.count, by: 41).enumerated() {
        try whole.prefix(length).write(to: directory.appendingPathComponent("cut\(index)"))
        var changed = whole
        changed[length] ^= 0xFF
        try changed.write(to: directory.appendingPathComponent("changed\(index)"))
        #expect(database.zone(named: "cut\(index)") == nil)
        _ = database.zone(named: "changed\(index)")?.civil(at: Instant(secondsSinceEpoch: 1 << 40))
      }
    }
  }

  private func withDirectory(_ body: (URL) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("almanac-zones-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory)
  }
}
