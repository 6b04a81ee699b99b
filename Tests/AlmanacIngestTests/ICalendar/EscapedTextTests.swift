import Testing

@testable import AlmanacIngest

@Suite struct EscapedTextTests {
  @Test(
    "the escapes of RFC 5545 are undone, other backslashes stay",
    arguments: [
      (#"a\nb\Nc"#, "a\nb\nc"), (#"a\, b\; c"#, "a, b; c"), (#"C:\\temp\\new"#, #"C:\temp\new"#),
      (#"say \"hi\""#, #"say \"hi\""#), (#"end\"#, #"end\"#), (#"\\n"#, #"\n"#), ("", ""),
    ])
  func unescapes(text: String, plain: String) {
    #expect(EscapedText.unescape(Array(text.utf8)[...]) == plain)
  }

  @Test(
    "a list is split at separators that are not escaped",
    arguments: [
      (#"Talks\, lectures,Music"#, ["Talks, lectures", "Music"]), ("", [""]),
      ("a,,b", ["a", "", "b"]),
      (#"a\\,b"#, [#"a\"#, "b"]), (#"a\"#, [#"a\"#]),
    ])
  func splits(text: String, parts: [String]) {
    #expect(EscapedText.list(Array(text.utf8)[...], separator: ",") == parts)
  }
}
