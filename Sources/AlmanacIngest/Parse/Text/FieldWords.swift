import AlmanacModel

extension FieldSanitizer {
  /// The values of a multi-valued field that are read. Comparing 100,000 words with each other
  /// would take hours.
  static let valueLimit = 100

  /// Adds new words of a field in order. Words beyond the limit are left out and reported as
  /// `W_TOO_MANY`.
  ///
  /// - Parameter clean: Normalizes one word.
  mutating func add(
    _ texts: some Sequence<String>, of field: String, to words: inout [String],
    clean: (inout FieldSanitizer, String) -> String?
  ) {
    for text in texts {
      guard let word = clean(&self, text), !words.contains(word) else { continue }
      guard words.count < Self.valueLimit else { return noteTooMany(field) }
      if words.isEmpty { words.reserveCapacity(4) }
      words.append(word)
    }
  }

  /// Adds words that may be HTML.
  mutating func addHTML(
    _ texts: some Sequence<String>, of field: String, to words: inout [String]
  ) {
    add(texts, of: field, to: &words) { $0.htmlLine($1, of: field) }
  }

  /// Adds words of plain text.
  mutating func addPlain(
    _ texts: some Sequence<String>, of field: String, to words: inout [String]
  ) {
    add(texts, of: field, to: &words) { $0.line($1, of: field) }
  }

  /// The first values of a field up to the limit; more are reported as `W_TOO_MANY`.
  mutating func first<Value>(_ values: [Value], of field: String) -> ArraySlice<Value> {
    if values.count > Self.valueLimit { noteTooMany(field) }
    return values.prefix(Self.valueLimit)
  }

  private mutating func noteTooMany(_ field: String) {
    noteOnce(
      "W_TOO_MANY", "\(field) has more than \(Self.valueLimit) values; the others were left out")
  }
}
