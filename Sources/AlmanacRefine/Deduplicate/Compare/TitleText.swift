import AlmanacModel

/// A title without the announcements around it.
struct TitleText: Sendable {
  private let folded: FoldedText
  private let parts: TitleParts

  init(_ title: String) {
    folded = FoldedText(title)
    parts = TitleParts(words: folded.words)
  }

  /// The folded words, separated by blanks; "" for a title without letters and digits.
  var words: String {
    parts.parts.flatMap { folded.words[$0] }
      .map { String(decoding: folded.bytes[$0.range], as: UTF8.self) }
      .joined(separator: " ")
  }

  /// The status in an announcement such as `CANCELLED:`.
  var announcedStatus: EventStatus? { parts.announcedStatus }
}
