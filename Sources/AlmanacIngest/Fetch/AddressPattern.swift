/// A case-insensitive pattern of URLs. `*` matches any text, including none. `{name}` matches one
/// or more characters other than `/`, `?`, `&` and `#`; `{name+}` also matches slashes.
public struct AddressPattern: Hashable, Sendable {
  private enum Part: Hashable {
    case letter(Character)
    case anything
    case value(String, ends: String)
  }

  private let parts: [Part]

  public init(_ pattern: String) {
    var parts: [Part] = []
    var rest = pattern[...]
    while let first = rest.first {
      if first == "{", let close = rest.firstIndex(of: "}") {
        let name = rest[rest.index(after: rest.startIndex)..<close]
        parts.append(
          name.hasSuffix("+")
            ? .value(String(name.dropLast()), ends: "?&#") : .value(String(name), ends: "/?&#"))
        rest = rest[rest.index(after: close)...]
      } else {
        parts.append(first == "*" ? .anything : .letter(Character(first.lowercased())))
        rest = rest.dropFirst()
      }
    }
    self.parts = parts
  }

  /// The named values; nil if the pattern does not match the whole text.
  ///
  /// - Complexity: O(length of the pattern · length of the text²).
  public func values(in text: String) -> [String: String]? {
    let letters = Array(text)
    // Memoizes failed positions: plain backtracking takes exponential time.
    var failed: Set<[Int]> = []
    var values: [String: String] = [:]
    func matches(_ part: Int, _ index: Int) -> Bool {
      guard part < parts.count else { return index == letters.count }
      guard !failed.contains([part, index]) else { return false }
      switch parts[part] {
      case .letter(let letter):
        if index < letters.count, Character(letters[index].lowercased()) == letter,
          matches(part + 1, index + 1)
        {
          return true
        }
      case .anything:
        for end in index...letters.count where matches(part + 1, end) { return true }
      case .value(let name, let ends):
        let most = letters[index...].firstIndex(where: ends.contains) ?? letters.count
        for end in stride(from: most, to: index, by: -1) where matches(part + 1, end) {
          values[name] = String(letters[index..<end])
          return true
        }
      }
      failed.insert([part, index])
      return false
    }
    return matches(0, 0) ? values : nil
  }

  public func matches(_ text: String) -> Bool { values(in: text) != nil }
}
