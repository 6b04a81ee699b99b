/// A person in an RSS field: `jane@example.org (Jane Doe)`, `Jane Doe <jane@example.org>`, a name,
/// or an address.
struct PersonText: Equatable {
  var name: String?
  var email: String?

  init(_ text: String) {
    guard text.contains(byte: UInt8(ascii: "@")) else {
      name = text
      return
    }
    let words = text.split { $0 == " " || $0 == "<" || $0 == ">" || $0 == "(" || $0 == ")" }
    let address = words.map { $0.hasPrefix("mailto:") ? $0.dropFirst(7) : $0 }
      .first(where: MailAddresses.isAddress)
    guard let address else {
      name = text
      return
    }
    email = String(address)
    let rest = text.replacing("mailto:", with: "").replacing(address, with: "")
    let trimmed = rest.trimming(while: { $0 == " " || "<>()[],;\"".contains($0) })
    name = trimmed.isEmpty ? nil : FieldText.clean(trimmed).text
  }
}
