import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct XMLEncodingTests {
  private static func utf16(_ text: String, little: Bool) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return little ? bytes : bytes.reversed()
    }
  }

  private static let text = "Café 東京 \u{1F389}"

  @Test(
    "UTF-16 is detected by its byte order mark and without one", arguments: [true, false],
    [true, false])
  func utf16(little: Bool, marked: Bool) throws {
    let document =
      (marked ? "\u{FEFF}" : "") + "<?xml version='1.0' encoding='utf-16'?><t>\(Self.text)</t>"
    let reading = try XMLReading(Self.utf16(document, little: little))
    #expect(reading.text == Self.text)
    #expect(reading.outcome.encoding == (little ? "utf-16le" : "utf-16be"))
    #expect(reading.codes.isEmpty)
  }

  struct Labelled: Sendable {
    let label: String
    let bytes: [UInt8]
    let text: String
  }

  @Test(
    "Other encodings are read as they are declared",
    arguments: [
      Labelled(label: "Shift_JIS", bytes: [0x93, 0x8C, 0x8B, 0x9E], text: "東京"),
      Labelled(label: "euc-jp", bytes: [0xC5, 0xEC, 0xB5, 0xFE], text: "東京"),
      Labelled(
        label: "ISO-2022-JP", bytes: [0x1B, 0x24, 0x42, 0x45, 0x6C, 0x1B, 0x28, 0x42], text: "東"),
      Labelled(label: "gb2312", bytes: [0xB1, 0xB1, 0xBE, 0xA9], text: "北京"),
      Labelled(label: "Big5", bytes: [0xA5, 0x5F, 0xA8, 0xCA], text: "北京"),
      Labelled(label: "euc-kr", bytes: [0xB3, 0xE2], text: "년"),
      Labelled(label: "KOI8-R", bytes: [0xED, 0xC9, 0xD2], text: "Мир"),
      Labelled(label: "windows-1251", bytes: [0xCC, 0xE8, 0xF0], text: "Мир"),
      Labelled(label: "iso-8859-2", bytes: [0xB9, 0xE8], text: "šč"),
      Labelled(label: "ISO-8859-9", bytes: [0xFD, 0xFE], text: "ış"),
      Labelled(label: "ISO-8859-15", bytes: [0xA4], text: "€"),
      Labelled(label: "iso-8859-1", bytes: [0xE9], text: "é"),
      Labelled(label: "windows-1252", bytes: [0xE9, 0x93, 0x94], text: "é“”"),
      Labelled(label: "US-ASCII", bytes: [0xE9], text: "é"),
    ])
  func declared(_ example: Labelled) throws {
    let bytes =
      Array("<?xml version=\"1.0\" encoding=\"\(example.label)\"?><t>".utf8) + example.bytes
      + Array("</t>".utf8)
    let reading = try XMLReading(bytes)
    #expect(reading.text == example.text)
    #expect(reading.codes.isEmpty)
    #expect(reading.outcome.damage == nil)
  }

  @Test(
    "Documents of any length are decoded to their end",
    arguments: [("gb18030", [0xB1, 0xB1], "北"), ("windows-1251", [0xCC], "М")]
      as [(
        String, [UInt8], Character
      )])
  func long(label: String, bytes: [UInt8], character: Character) throws {
    let head = Array("<?xml version=\"1.0\" encoding=\"\(label)\"?><t>".utf8)
    let body = (0..<200_000).flatMap { _ in bytes }
    let reading = try XMLReading(head + body + Array("</t>".utf8))
    #expect(reading.text == String(repeating: character, count: 200_000))
    #expect(reading.codes.isEmpty)
  }

  @Test("An invalid byte does not stop the parser")
  func strayByte() throws {
    let bytes =
      Array("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>\n<t>".utf8)
      + [0x93, 0x8C, 0xFF, 0x8B, 0x9E] + Array("</t>".utf8)
    let reading = try XMLReading(bytes)
    #expect(reading.text == "東\u{FFFD}京")
    #expect(reading.codes == ["W_ENCODING_REPAIRED"])
    #expect(reading.outcome.problems.first?.line == 2)
  }

  @Test("Windows-1252 labeled as Latin-1 is decoded and reported")
  func calledLatin() throws {
    let bytes =
      Array("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><t>".utf8) + [0xE9, 0x93, 0x94]
      + Array("</t>".utf8)
    let reading = try XMLReading(bytes)
    #expect(reading.text == "é“”")
    #expect(reading.codes == ["W_ENCODING_REPAIRED"])
  }

  @Test("Windows-1252 bytes in UTF-8 are decoded, and the rest stays")
  func strayBytes() throws {
    let bytes = Array("<t>\nGarçon ".utf8) + [0x93, 0xE9, 0x94] + Array(" 東京</t>".utf8)
    let reading = try XMLReading(bytes)
    #expect(reading.text == "\nGarçon “é” 東京")
    #expect(reading.codes == ["W_ENCODING_REPAIRED"])
    #expect(reading.outcome.problems.first?.message.hasSuffix("(3 times)") == true)
    #expect(reading.outcome.problems.first?.line == 2)
  }

  @Test("Surrogates in UTF-8 are joined, and lone ones become U+FFFD")
  func surrogates() throws {
    let bytes =
      Array("<t>".utf8) + [0xED, 0xA0, 0xBC, 0xED, 0xBE, 0x89, 0xED, 0xA0, 0xBC]
      + Array("</t>".utf8)
    let reading = try XMLReading(bytes)
    #expect(reading.text == "\u{1F389}\u{FFFD}")
    #expect(reading.codes == ["W_ENCODING_REPAIRED"])
  }

  @Test("A byte order mark precedes the header's charset, which precedes the declaration")
  func precedence() throws {
    let document = "<?xml version=\"1.0\" encoding=\"iso-8859-2\"?><t>"
    let bytes = Array(document.utf8) + [0xCC, 0xE8, 0xF0] + Array("</t>".utf8)
    #expect(try XMLReading(bytes, charset: "windows-1251").text == "Мир")
    let marked = [0xEF, 0xBB, 0xBF] + Array("<t>é</t>".utf8)
    #expect(try XMLReading(marked, charset: "windows-1251").text == "é")
  }

  @Test("A UTF-8 header yields to the declaration if the bytes are no UTF-8 from the first on")
  func wrongHeader() throws {
    let start = Array("<?xml version=\"1.0\" encoding=\"windows-1251\"?><t>".utf8)
    let end = Array("</t>".utf8)
    let cyrillic = try XMLReading(start + [0xCC, 0xE8, 0xF0] + end, charset: "utf-8")
    #expect(cyrillic.text == "Мир")
    let mixed = try XMLReading(start + Array("é".utf8) + [0xE9] + end, charset: "utf-8")
    #expect(mixed.text == "éé")
  }

  @Test(
    "A label that contradicts the bytes is ignored and reported",
    arguments: [
      ("iso-8859-1", nil), ("utf-16", nil), (nil, "iso-8859-1"), (nil, "utf-16"), (nil, "no-such"),
    ] as [(String?, String?)])
  func disproved(declared: String?, charset: String?) throws {
    let declaration = declared.map { "<?xml version='1.0' encoding='\($0)'?>" } ?? ""
    let reading = try XMLReading(Array("\(declaration)<t>Café 東京</t>".utf8), charset: charset)
    #expect(reading.text == "Café 東京")
    #expect(reading.codes == ["W_ENCODING_REPAIRED"])
  }

  struct Refused: Sendable {
    var label: String?
    let bytes: [UInt8]
    let refusal: DocumentRefusal
  }

  @Test(
    "Encodings that cannot be read safely are rejected",
    arguments: [
      Refused(label: "UTF-7", bytes: [], refusal: .utf7),
      Refused(label: "x-evil-9", bytes: [], refusal: .unknownEncoding("x-evil-9")),
      Refused(label: "utf-32", bytes: [], refusal: .utf32),
      Refused(bytes: [0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0], refusal: .utf32),
      Refused(bytes: [0, 0, 0, 0x3C], refusal: .utf32),
      Refused(bytes: [0x4C, 0x6F, 0xA7, 0x94, 0x93], refusal: .ebcdic),
      Refused(bytes: [0x3C, 0x61, 0x3E, 0xC0, 0xAF], refusal: .overlongForms(count: 1, line: 1)),
      Refused(
        bytes: [0x3C, 0x61, 0x3E, 0xE0, 0x80, 0xAF], refusal: .overlongForms(count: 1, line: 1)),
      Refused(
        bytes: [0x3C, 0x61, 0x3E, 0xF0, 0x80, 0x80, 0xAF],
        refusal: .overlongForms(count: 1, line: 1)),
    ])
  func refuses(_ example: Refused) throws {
    let declaration = example.label.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?><t/>" } ?? ""
    let refusal = try XMLReading.refusal(Array(declaration.utf8) + example.bytes)
    #expect(refusal == example.refusal)
    #expect(refusal?.code == "E_ENCODING")
  }

  @Test("A UTF-7 charset in the header is rejected")
  func headerUTF7() throws {
    #expect(try XMLReading.refusal(Array("<t/>".utf8), charset: "utf-7") == .utf7)
  }

  @Test("No byte string crashes the parser")
  func anyBytes() throws {
    var state: UInt64 = 7
    var ways: [String: Int] = [:]
    for _ in 0..<2_000 {
      let bytes = (0..<24).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let choices =
          Array("<>&;#x![CDATA-?/=\"' a\n".utf8) + [0, 0xC3, 0xA9, 0xE2, 0xED, 0xF0, 0xFF]
        return choices[Int(state >> 33) % choices.count]
      }
      for prefix in ["", "<t>", "<t a='", "<!DOCTYPE ", "<t><![CDATA[", "<?xml "] {
        ways[
          try XMLReading.refusal(Array(prefix.utf8) + bytes)?.code.rawValue ?? "read", default: 0] +=
          1
      }
    }
    #expect(ways.values.reduce(0, +) == 12_000)
    #expect(ways.keys.allSatisfy { $0 == "read" || $0.hasPrefix("E_") }, "\(ways)")
    #expect(ways["read", default: 0] > 6_000, "\(ways)")
  }
}
