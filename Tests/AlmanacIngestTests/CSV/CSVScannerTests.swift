import Testing

@testable import AlmanacIngest

@Suite struct CSVScannerTests {
  private func records(_ text: String, _ delimiter: Character = ",") -> [[String]] {
    var scanner = CSVScanner(Array(text.utf8), delimiter: delimiter.asciiValue ?? 0)
    var records: [[String]] = []
    while let record = scanner.next() { records.append(record.fields) }
    return records
  }

  @Test(
    "Records of RFC 4180 and of hand-edited spreadsheets are read",
    arguments: [
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("a,b\nc,d", [["a", "b"], ["c", "d"]]), ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
      ("a,\n\n,b", [["a", ""], ["", "b"]]), ("\"a,\"\"b\"\"\",c", [["a,\"b\"", "c"]]),
      ("\"a\r\nb\",c", [["a\r\nb", "c"]]), ("a, \"b, c\" ,d", [["a", "b, c ", "d"]]),
      ("a \"b\" c,d", [["a \"b\" c", "d"]]), ("\"a\" b,c", [["a b", "c"]]),
      (#""a \"b\" c",d"#, [["a \"b\" c", "d"]]), (#""a\",b"#, [[#"a\"#, "b"]]),
      (" a , b ", [[" a ", " b "]]), ("", []), ("\n\r\n", []), ("é,中文", [["é", "中文"]]),
    ] as [(String, [[String]])])
  func reads(text: String, expected: [[String]]) {
    #expect(records(text) == expected)
  }

  @Test("Semicolons and tabs are delimiters too")
  func delimiters() {
    #expect(records("a;b,c", ";") == [["a", "b,c"]])
    #expect(records("a\t\"b\tc\"", "\t") == [["a", "b\tc"]])
  }

  @Test("A record has its line number, also after line breaks within quotes")
  func lines() {
    var scanner = CSVScanner(Array("a\n\"b\nc\"\n\nd".utf8), delimiter: 0x2C)
    var lines: [Int] = []
    while let record = scanner.next() { lines.append(record.line) }
    #expect(lines == [1, 2, 5])
  }

  @Test("An unclosed quote contains the rest of the text and is reported")
  func unclosed() {
    var scanner = CSVScanner(Array("a,\"b\nc,d\n".utf8), delimiter: 0x2C)
    #expect(scanner.next()?.fields == ["a", "b\nc,d\n"])
    #expect(scanner.isUnclosed)
    #expect(scanner.next() == nil)
  }

  @Test(
    "The delimiter is the one that gives the header the most columns",
    arguments: [
      ("Title,Date\n", ","), ("Title;Date;A,b\n", ";"), ("Title\tDate\n", "\t"),
      ("Title|Date\n", "|"), ("sep=;\nTitle;Date\n", ";"), ("\"A;b\",c\n", ","),
    ] as [(String, Character)])
  func dialect(text: String, delimiter: Character) {
    #expect(CSVDialect(Array(text.utf8))?.delimiter == delimiter.asciiValue)
  }

  @Test("A text with one column is no table")
  func noTable() {
    #expect(CSVDialect(Array("403 Forbidden".utf8)) == nil)
  }
}
