import Testing

@testable import AlmanacRefine

@Suite struct FoldedTextTests {
  @Test(
    "Spelling variants fold to the same text",
    arguments: [
      ("LT27", "lt 27"), ("LT-27", "lt 27"), ("ＬＴ２７", "lt 27"), ("  Lt\u{A0}27 ", "lt 27"),
      ("COM1-02-06", "com 1 02 06"), ("King's College", "kings college"),
      ("King’s College", "kings college"), ("Łódź Straße Ørsted", "lodz strasse orsted"),
      ("Mo\u{308}ssbauer", "mossbauer"), ("Mössbauer", "mossbauer"), ("ﬁlm", "film"),
      ("Arts & Social", "arts and social"), ("I²R", "i 2 r"), ("co\u{AD}operate", "cooperate"),
      ("Đại học Tiền Giang", "dai hoc tien giang"), ("Žižek Œuvre ſ ž", "zizek oeuvre s z"),
      ("Ĳssel ŉ ŋ", "ijssel n n"), ("", ""), ("—!?*", ""),
    ])
  func folds(text: String, expected: String) {
    #expect(FoldedText.fold(text) == expected)
  }

  @Test(
    "Other scripts are lowercased, and each character of Han and kana is a word",
    arguments: [
      ("МГУ имени", ["мгу", "имени"]), ("Йога", ["иога"]), ("И\u{306}ога", ["иога"]),
      ("大衆居酒屋２", ["大", "衆", "居", "酒", "屋", "2"]), ("서울 대학교", ["서울", "대학교"]),
      ("قاعة ١٢", ["قاعة", "12"]), ("ΑΘΉΝΑ", ["αθηνα"]), ("😀 party", ["party"]),
    ])
  func keepsScripts(text: String, expected: [String]) {
    #expect(FoldedText.tokens(text) == expected)
  }

  @Test("The last letter of Latin Extended-A is ſ, so the table is complete")
  func tableIsComplete() {
    #expect(FoldedText.fold("\u{17F}") == "s")
    #expect(FoldedText.fold("\u{17E}\u{160}\u{142}\u{131}") == "zsli")
  }

  @Test("A word contains the characters before it")
  func gaps() {
    let words = FoldedText("SR1 @ COM1-0206 (old) #02").words
    #expect(words.map(\.gap.isEmpty) == [true, true, false, true, false, false, false])
    #expect(words[2].gap.contains([.at, .part, .space]))
    #expect(words[4].gap == .mark)
    #expect(words[5].gap.contains(.part))
    #expect(words[6].gap.contains([.number, .closing]))
  }
}
