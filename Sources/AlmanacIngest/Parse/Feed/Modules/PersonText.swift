/// A person as RSS writes one: `jane@example.org (Jane Doe)`, `Jane Doe <jane@example.org>`,
/// a name alone or an address alone.
struct PersonText: Equatable {
  var name: String?
  var email: String?

  init(_ text: String) {
    let words = text.split { $0 == " " || $0 == "<" || $0 == ">" || $0 == "(" || $0 == ")" }
    let address = words.map { $0.hasPrefix("mailto:") ? $0.dropFirst(7) : $0 }
      .first(where: Self.isAddress)
    guard let address else {
      name = text
      return
    }
    email = String(address)
    let rest = text.replacing("mailto:", with: "").replacing(address, with: "")
    let trimmed = rest.trimming { $0 == " " || "<>()[],;\"".contains($0) }
    name = trimmed.isEmpty ? nil : FieldText.clean(trimmed).text
  }

  private static func isAddress(_ word: Substring) -> Bool {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
      && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
  }
}

extension String {
  fileprivate func trimming(_ isEdge: (Character) -> Bool) -> String {
    let start = self[...].drop(while: isEdge)
    guard let end = start.lastIndex(where: { !isEdge($0) }) else { return "" }
    return String(start[...end])
  }
}
