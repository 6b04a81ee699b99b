/// Removes mail addresses from text to be published: a name may stay, an address may not.
enum MailAddresses {
  /// The UTF-8 bytes of a name or contact that are read; the rest is cut off.
  static let longest = 8_192

  /// The text without addresses and the punctuation around them; nil if nothing remains.
  static func removed(from text: String) -> String? {
    guard text.contains(byte: UInt8(ascii: "@")) else { return text }
    let clipped = clipped(text)
    var rest = ""
    var isFound = false
    var word = clipped.startIndex
    // One pass: each address becomes a space, everything else stays.
    for index in clipped.indices where isSeparator(clipped[index]) {
      isFound = add(clipped[word..<index], to: &rest) || isFound
      rest.append(clipped[index])
      word = clipped.index(after: index)
    }
    isFound = add(clipped[word...], to: &rest) || isFound
    guard isFound else { return clipped.isEmpty ? nil : String(clipped) }
    for pair in ["< >", "( )", "[ ]", "\" \""] { rest = rest.replacing(pair, with: " ") }
    let words = rest.split(whereSeparator: \.isWhitespace)
      .filter { !announcements.contains($0.lowercased()) }
    rest = words.joined(separator: " ").replacing(/\s?,(?:\s?,)*/, with: ",")
      .trimming(while: isEdge)
    if rest.hasPrefix("("), rest.hasSuffix(")") { rest = String(rest.dropFirst().dropLast()) }
    return rest.contains { $0.isLetter || $0.isNumber } ? rest : nil
  }

  /// The text up to the last separator within the limit, so that no part of an address remains.
  private static func clipped(_ text: String) -> Substring {
    guard text.utf8.count > longest else { return text[...] }
    let end = text.utf8.index(text.startIndex, offsetBy: longest)
    return text[..<end].lastIndex(where: isSeparator).map { text[..<$0] } ?? ""
  }

  /// - Returns: Whether the word is an address.
  private static func add(_ word: Substring, to rest: inout String) -> Bool {
    let isFound = isAddress(word)
    rest += isFound ? " " : word
    return isFound
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || "<>()[],;|\"".contains(character)
  }

  /// Whether a word is an address, with or without `mailto:`.
  static func isAddress(_ word: some StringProtocol) -> Bool {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let last = parts[0].last, last.isLetter || last.isNumber || last == "_"
    else { return false }
    return parts[1].dropFirst().dropLast().contains(".") && !parts[1].hasPrefix(".")
      && !parts[1].contains("/")
  }

  /// Words that only announce an address.
  private static let announcements: Set = [
    "email:", "e-mail:", "mail:", "mailto:", "email", "e-mail",
  ]

  private static func isEdge(_ character: Character) -> Bool {
    character == " " || ",;:|\"-–/".contains(character)
  }
}
