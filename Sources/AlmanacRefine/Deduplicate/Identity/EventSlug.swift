import AlmanacModel

/// Makes ids of events: readable, short, ASCII, and never the same twice.
struct EventSlug: Sendable {
  private var known: Set<String>

  /// - Parameter known: Ids that were ever issued.
  init(known: Set<String>) {
    self.known = known
  }

  /// `<title>-<hash of the founding listing>`; the hash grows where the id is taken.
  mutating func issue(title: String, founding: String) -> String {
    let slug = Self.slug(title)
    for length in 6...12 {
      let id = slug + "-" + StableHash(founding).text(length: length)
      if known.insert(id).inserted { return id }
    }
    // The id that the same listing and title gave before belongs to another event now.
    var number = 2
    while true {
      let id = slug + "-" + StableHash(founding + "#\(number)").text(length: 12)
      if known.insert(id).inserted { return id }
      number += 1
    }
  }

  /// At most 40 characters of a-z, 0-9 and hyphens, cut between words; `event` for a title that
  /// has none.
  static func slug(_ title: String) -> String {
    var slug = ""
    // Folding parts "10th" into "10" and "th", which is good for comparing and bad for reading.
    let words = title.split { !$0.isLetter && !$0.isNumber }
      .map { FoldedText.tokens(String($0)).joined() }
    for word in words where !word.isEmpty && word.utf8.allSatisfy(isPlain) {
      let longer = slug.isEmpty ? word : slug + "-" + word
      if longer.utf8.count > 40 {
        if slug.isEmpty { slug = String(decoding: word.utf8.prefix(40), as: UTF8.self) }
        break
      }
      slug = longer
    }
    return slug.isEmpty ? "event" : slug
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
