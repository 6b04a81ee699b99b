/// Mail addresses in text that is to be published: a name may stand, an address may not.
enum MailAddresses {
  /// The text without the addresses in it and the signs around them; nil where nothing is left.
  static func removed(from text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    let addresses = text.split { $0.isWhitespace || "<>()[],;|\"".contains($0) }
      .filter(isAddress)
    guard !addresses.isEmpty else { return text }
    var rest = text
    for address in Set(addresses).sorted(by: { ($1.count, $0) < ($0.count, $1) }) {
      rest = rest.replacing(address, with: " ")
    }
    for pair in ["< >", "( )", "[ ]", "\" \""] { rest = rest.replacing(pair, with: " ") }
    let words = rest.split(whereSeparator: \.isWhitespace)
      .filter { !announcements.contains($0.lowercased()) }
    rest = words.joined(separator: " ").replacing(" ,", with: ",").trimming(while: isEdge)
    if rest.hasPrefix("("), rest.hasSuffix(")") { rest = String(rest.dropFirst().dropLast()) }
    return rest.contains { $0.isLetter || $0.isNumber } ? rest : nil
  }

  /// Whether a word is an address, with or without `mailto:`.
  static func isAddress(_ word: some StringProtocol) -> Bool {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let last = parts[0].last, last.isLetter || last.isNumber || last == "_"
    else { return false }
    return parts[1].dropFirst().dropLast().contains(".") && !parts[1].hasPrefix(".")
      && !parts[1].contains("/")
  }

  /// Words that only say that an address follows.
  private static let announcements: Set = [
    "email:", "e-mail:", "mail:", "mailto:", "email", "e-mail",
  ]

  private static func isEdge(_ character: Character) -> Bool {
    character == " " || ",;:|\"-–/".contains(character)
  }
}
