import Testing

@testable import AlmanacIngest

@Suite struct ICalTextValueTests {
  @Test(
    "Escapes are resolved, and a backslash before a letter stays",
    arguments: [
      (#"a\nb\Nc"#, "a\nb\nc"), (#"a\, b\; c"#, "a, b; c"), (#"C:\\temp\\new"#, #"C:\temp\new"#),
      (#"say \"hi\""#, #"say "hi""#),
      (#"and\/or\: a \& b \(c\) \_d\_ \'e\'"#, "and/or: a & b (c) _d_ 'e'"),
      (#"C:\temp\9 \ \é"#, #"C:\temp\9 \ \é"#), (#"end\"#, #"end\"#), (#"\\n"#, #"\n"#), ("", ""),
    ])
  func unescapes(text: String, plain: String) {
    #expect(ICalTextValue.unescape(Array(text.utf8)[...]) == plain)
  }

  @Test(
    "A list is split at unescaped separators",
    arguments: [
      (#"Talks\, lectures,Music"#, ["Talks, lectures", "Music"]), ("", [""]),
      ("a,,b", ["a", "", "b"]),
      (#"a\\,b"#, [#"a\"#, "b"]), (#"a\"#, [#"a\"#]),
    ])
  func splits(text: String, parts: [String]) {
    #expect(ICalTextValue.list(Array(text.utf8)[...], separator: ",") == parts)
  }
}
