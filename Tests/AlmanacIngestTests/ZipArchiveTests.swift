import AlmanacIngest
import Foundation
import Testing

@Suite("Zip archives") struct ZipArchiveTests {
  /// An archive of stored files, written by hand (APPNOTE.TXT, sections 4.3.7 and 4.3.12).
  ///
  /// - Parameter declared: The size that the headers claim; nil: the real one.
  static func archive(
    _ files: [(name: String, bytes: [UInt8])], declared: Int? = nil, flags: UInt16 = 0,
    method: Int = 0
  ) -> [UInt8] {
    var body: [UInt8] = []
    var directory: [UInt8] = []
    func append(_ value: Int, _ width: Int, to bytes: inout [UInt8]) {
      for byte in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
    for (name, bytes) in files {
      let offset = body.count
      func header(into target: inout [UInt8], isCentral: Bool) {
        append(isCentral ? 0x0201_4b50 : 0x0403_4b50, 4, to: &target)
        if isCentral { append(20, 2, to: &target) }
        append(20, 2, to: &target)
        append(Int(flags), 2, to: &target)
        append(method, 2, to: &target)
        for _ in 0..<2 { append(0, 2, to: &target) }
        append(Int(checksum(bytes)), 4, to: &target)
        append(bytes.count, 4, to: &target)
        append(declared ?? bytes.count, 4, to: &target)
        append(name.utf8.count, 2, to: &target)
        append(0, 2, to: &target)
        if isCentral {
          for width in [2, 2, 2, 4] { append(0, width, to: &target) }
          append(offset, 4, to: &target)
        }
        target += Array(name.utf8)
      }
      header(into: &body, isCentral: false)
      body += bytes
      header(into: &directory, isCentral: true)
    }
    let start = body.count
    body += directory
    append(0x0605_4b50, 4, to: &body)
    append(0, 4, to: &body)
    append(files.count, 2, to: &body)
    append(files.count, 2, to: &body)
    append(directory.count, 4, to: &body)
    append(start, 4, to: &body)
    append(0, 2, to: &body)
    return body
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xffff_ffff
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 != 0 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }
    return ~value
  }

  @Test("Tables are read, also in folders and with path traversal in names; other files are not")
  func readsTables() throws {
    let zip = Self.archive([
      ("stops.txt", [1, 2]), ("../../etc/trips.txt", [3]), ("picture.png", [4]),
      ("__MACOSX/._stops.txt", [5]), ("feed/", []),
    ])
    let tables = try TransitTables.read(zip: zip)
    #expect(tables == ["stops.txt": [1, 2], "../../etc/trips.txt": [3]])
  }

  @Test("An archive that unpacks to more than the limit is refused")
  func refusesBombs() throws {
    let archive = try ZipArchive(Self.archive([("a.txt", Array(repeating: 0, count: 5_000))]))
    #expect(throws: ZipError.tooLarge(limit: 4_999)) {
      try archive.files(limit: 4_999) { _ in true }
    }
    #expect(try archive.files(limit: 5_000) { _ in true }["a.txt"]?.count == 5_000)
  }

  @Test("A table that declares more than the memory size is refused before it is read")
  func refusesClaims() {
    let zip = Self.archive([("stops.txt", [1, 2, 3])], declared: 0xfff_ffff0)
    #expect(throws: ZipError.self) { try TransitTables.read(zip: zip) }
  }

  @Test("A table that unpacks to more than its declared size is refused")
  func refusesUnderstatedSizes() {
    let zip = Self.archive([("stops.txt", Array(repeating: 65, count: 5_000))], declared: 10)
    #expect(throws: ZipError.damaged(file: "stops.txt")) { try TransitTables.read(zip: zip) }
  }

  @Test("A table that is neither stored nor deflated is refused with the reason")
  func refusesOtherCompressions() {
    let zip = Self.archive([("stops.txt", [1, 2, 3])], method: 14)
    #expect(throws: ZipError.otherCompression(file: "stops.txt")) {
      try TransitTables.read(zip: zip)
    }
  }

  @Test("A transit feed is recognized by its tables, not by being an archive")
  func recognizesFeeds() {
    #expect(TransitTables.areIn(zip: Self.archive([("feed/stop_times.txt", [])])))
    #expect(!TransitTables.areIn(zip: Self.archive([("xl/workbook.xml", [])])))
    #expect(!TransitTables.areIn(zip: Array("BEGIN:VCALENDAR".utf8)))
  }

  @Test("Other bytes, damaged and encrypted archives are refused with a reason")
  func refusesOthers() {
    #expect(throws: ZipError.self) { try ZipArchive(Array("<html>not found".utf8)) }
    #expect(throws: ZipError.self) { try ZipArchive([]) }
    var damaged = Self.archive([("stops.txt", [1, 2, 3])])
    damaged[40] ^= 0xff
    #expect(throws: ZipError.damaged(file: "stops.txt")) { try TransitTables.read(zip: damaged) }
    let encrypted = Self.archive([("stops.txt", [1, 2, 3])], flags: 1)
    #expect(throws: ZipError.encrypted(file: "stops.txt")) {
      try TransitTables.read(zip: encrypted)
    }
  }

  @Test("An archive with too many files is refused")
  func refusesManyFiles() {
    let zip = Self.archive((0...1_000).map { ("\($0).txt", []) })
    #expect(throws: ZipError.tooManyFiles(limit: 1_000)) { try TransitTables.read(zip: zip) }
  }
}
