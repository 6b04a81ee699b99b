import AlmanacModel
import Foundation

/// The reason why a pattern is refused.
public struct TextPatternError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// An operator's pattern for one text: words, a `*` pattern or a `/regular expression/`.
///
/// Words match if they are adjacent in the text. A `*` pattern matches the whole text. Both ignore
/// case, accents and punctuation. A regular expression matches any part of the text, ignoring case.
public struct TextPattern: Sendable {
  private enum Form: Sendable {
    /// Hashes of the words.
    case words([UInt64])
    /// Folded parts between the asterisks.
    case glob([[UInt8]])
    case expression(LinearPattern)
  }

  /// UTF-8 bytes.
  private static let longest = 200

  private let form: Form

  public init(_ text: String) throws(TextPatternError) {
    guard text.utf8.count <= Self.longest else {
      throw TextPatternError("the pattern is longer than \(Self.longest) bytes")
    }
    if text.utf8.count > 2, text.hasPrefix("/"), text.hasSuffix("/") {
      form = .expression(try LinearPattern(String(text.dropFirst().dropLast())))
    } else if text.contains("*") {
      let parts = text.split(separator: "*", omittingEmptySubsequences: false)
      form = .glob(parts.map { FoldedText(String($0)).bytes })
    } else {
      form = .words(FoldedText(text).words.map(\.hash))
    }
    if case .words(let words) = form, words.isEmpty {
      throw TextPatternError("'\(text)' has neither letters nor digits")
    }
  }

  /// Returns whether a text matches. Reads the form once for any number of texts, because rules are
  /// evaluated a million times in a run and several threads share the pattern.
  var matches: (PatternSubject) -> Bool {
    switch form {
    case .words(let words): { Self.matches(words, $0) }
    case .glob(let parts): { Self.matches(parts, $0.folded) }
    case .expression(let pattern): { pattern.matches($0) }
    }
  }

  /// The listings with a matching text in a field.
  func matching(
    _ subjects: [ListingSubject], _ candidates: [Int], in field: ListingRule.Field
  ) -> [Int] {
    let matches = matches
    return candidates.filter { subjects[$0].has(field, matches) }
  }

  private static func matches(_ words: [UInt64], _ subject: PatternSubject) -> Bool {
    let first = words[0]
    var start = 0
    let last = subject.words.count - words.count
    while start <= last {
      if subject.words[start] == first,
        words.count == 1 || subject.words[start..<start + words.count].elementsEqual(words)
      {
        return true
      }
      start += 1
    }
    return false
  }

  /// The first part is the start of the text, the last one its end, and the others follow each
  /// other between.
  private static func matches(_ parts: [[UInt8]], _ text: [UInt8]) -> Bool {
    guard let first = parts.first, let last = parts.last, text.starts(with: first),
      text.count >= first.count + last.count, text.suffix(last.count).elementsEqual(last)
    else { return false }
    let inner = text.dropFirst(first.count).dropLast(last.count)
    var start = inner.startIndex
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = inner[start...].firstRange(of: part) else { return false }
      start = found.upperBound
    }
    return true
  }
}

/// A text prepared for any number of patterns.
final class PatternSubject: Sendable {
  /// The text if it is ASCII, in any case; else nil.
  let ascii: [UInt8]?
  /// Composed and in lower case; empty for ASCII.
  let scalars: [UInt32]
  let folded: [UInt8]
  /// Hashes of the folded words.
  let words: [UInt64]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) {
      (ascii, scalars) = (bytes, [])
    } else {
      let composed = text.precomposedStringWithCanonicalMapping.lowercased()
      (ascii, scalars) = (nil, composed.unicodeScalars.map(\.value))
    }
    let folded = FoldedText(text)
    self.folded = folded.bytes
    words = folded.words.map(\.hash)
  }
}
