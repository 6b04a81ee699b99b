import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct FieldTextTests {
  @Test(
    "A line is trimmed and collapsed, and characters that are no text are removed",
    arguments: [
      (" a \t b\n\nc ", "a b c", .breaks), ("\n  a\n    b\n", "a b", []),
      ("Jazz\u{200B} Night", "Jazz Night", .invisible),
      ("a\u{202E}b\u{202C}", "ab", .bidirectional), ("a\u{8}b\u{1F}", "ab", .control),
      ("\u{FEFF}x", "x", .invisible), ("\u{2067}עברית\u{2069}", "\u{2067}עברית\u{2069}", []),
      ("a\u{2067}b", "ab", .bidirectional), ("a\u{A0}b\u{3000}c", "a b c", []),
      ("👩\u{200D}💻", "👩\u{200D}💻", []), ("a\u{200D}b", "ab", .invisible),
      ("a\u{9B}b\u{81}", "a›b", .control),
      ("Jazz\r\nEND:VEVENT", "Jazz END:VEVENT", .breaks),
      ("", "", []), ("Café 東京", "Café 東京", []),
      ("한국 é\u{AD}x", "한국 éx", .invisible), ("東京\u{3000}\u{FF01}", "東京 ！", []),
      ("é\u{300}\u{200B}", "é\u{300}", .invisible), ("ü\u{85}ß", "ü…ß", .control),
      ("e\u{301}", "e\u{301}", []), ("x ", "x", []),
    ] as [(String, String, FieldText.Removal)])
  func line(text: String, expected: String, removed: FieldText.Removal) {
    #expect(FieldText.clean(text) == FieldText.Cleaned(text: expected, removed: removed))
  }

  @Test(
    "Noncharacters are removed", arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF])
  func noncharacters(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    for lines in [FieldText.Lines.one, .many] {
      let cleaned = FieldText.clean("🩷\(Character(scalar))b", lines: lines)
      #expect(cleaned == FieldText.Cleaned(text: "🩷b", removed: .control))
    }
  }

  @Test("Line breaks stay, with at most one empty line in succession")
  func lines() {
    let cleaned = FieldText.clean(" a  b\r\n\r\n\r\n\r\n c\rd\n", lines: .many)
    #expect(cleaned.text == "a b\n\nc\nd")
  }

  @Test("Stacked combining marks are cut", arguments: ["\u{301}", "\u{302E}", "\u{1D165}"])
  func marks(mark: String) {
    let cleaned = FieldText.clean("Z" + String(repeating: mark, count: 60))
    #expect(cleaned.text.unicodeScalars.count == 9)
    #expect(cleaned.removed == .marks)
  }

  @Test(
    "Encoded words of mail are decoded",
    arguments: [
      ("=?UTF-8?Q?Caf=C3=A9_Noir?=", "Café Noir"), ("A =?iso-8859-1?q?caf=E9?= b", "A café b"),
      ("=?utf-8?B?R3LDvMOfZQ==?=", "Grüße"), ("=?utf-8?B?R3LDvMOfZQ?=", "Grüße"),
      ("=?UTF-8?Q?Gr=C3=BC=C3?= =?UTF-8?Q?=9Fe?=", "Grüße"), ("What =? this ?= means", nil),
      ("=?UTF-8?X?a?=", nil), ("=?utf-8?B?***?=", nil), ("a=?b", nil),
    ] as [(String, String?)])
  func encodedWords(text: String, expected: String?) {
    #expect(EncodedWords.decoded(text) == expected)
    var reader = FieldSanitizer()
    #expect(reader.line(text, of: "title") == expected ?? text)
  }

  @Test("A field over its limit is cut at a character boundary and reported")
  func limit() {
    var limits = ReadingLimits()
    limits.fieldBytes = 4
    var reader = FieldSanitizer(limits: limits, line: 7)
    #expect(reader.line("abcé", of: "title") == "abc")
    #expect(reader.problems.map(\.code) == ["Q_FIELD_LEN"])
    #expect(reader.problems.map(\.line) == [7])
  }

  @Test(
    "Addresses are absolute http or https addresses, or nil",
    arguments: [
      ("https://example.org/a b", "https://example.org/a%20b"),
      ("HTTP://Example.ORG/Path", "http://Example.ORG/Path"),
      ("//example.org/x", "https://example.org/x"), ("www.example.org", "http://www.example.org"),
      ("javascript:alert(1)", nil), ("ftp://example.org", nil), ("https:///x", nil),
      ("http://:80/", nil), ("/x", nil), ("", nil), ("mailto:a@b.c", nil),
      (" https://example.org/\n", "https://example.org/"),
      ("<https://example.org/x>", "https://example.org/x"),
      ("https://example.org/é?q=1#f", "https://example.org/é?q=1#f"),
    ] as [(String, String?)])
  func address(text: String, expected: String?) {
    #expect(URLText.normalized(text) == expected)
  }

  @Test(
    "Relative references are resolved as in RFC 3986 section 5.4",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("..", "http://a/b/"),
      ("../g", "http://a/b/g"), ("../../../g", "http://a/g"), (".", "http://a/b/c/"),
      ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ])
  func resolves(reference: String, expected: String) {
    #expect(URLText.normalized(reference, base: "http://a/b/c/d;p?q") == expected)
  }

  @Test("A text counts as clean only if cleaning leaves it unchanged", arguments: 0..<8)
  func longCleanText(seed: UInt64) {
    let words = Array("An evening of jazz by the harbour, with a guide and two maps ~ free!".utf8)
    var mutations = Mutations(
      seed: seed,
      words: [" ", "  ", "\n", "\n\n", "\t", "\u{7F}", "\u{A0}", "é", "–", "\u{1}", "a"])
    for length in 0...words.count {
      #expect(holdsAsFound(String(decoding: words[..<length], as: UTF8.self)))
    }
    for _ in 0..<Mutations.count(1_500) {
      #expect(holdsAsFound(String(decoding: mutations.mutated(words), as: UTF8.self)))
    }
  }

  /// Whether the fast test agrees with cleaning: exactly for printable ASCII, and without false
  /// positives for other texts.
  private func holdsAsFound(_ text: String) -> Bool {
    [FieldText.Lines.one, .many].allSatisfy { lines in
      let isClean = FieldText.rewritten(text, lines: lines).text.utf8.elementsEqual(text.utf8)
      let holds = FieldText.isClean(text, lines)
      let isPlain = text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
      return isPlain ? holds == isClean : !holds || isClean
    }
  }

  @Test(
    "Surplus white space is removed",
    arguments: [" a", "a ", "a  b", "a\n\n\nb", "a \nb", "a\n b", "\na", "a\n", "a\tb", "a\r\nb"])
  func needsWork(text: String) {
    #expect(!FieldText.isClean(text, .many))
    #expect(FieldText.clean(text, lines: .many).text != text)
  }
}
