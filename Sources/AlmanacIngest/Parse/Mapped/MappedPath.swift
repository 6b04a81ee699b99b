/// The steps of a mapping path: names between separators, each with selectors in brackets: `[0]`,
/// `[-1]`, `[kind=public]`.
struct MappedPath: Equatable {
  enum Selector: Equatable {
    /// The value at an index; negative indices count from the end.
    case index(Int)
    /// The values whose member, child or attribute (`@name`) has this text.
    case equal(name: String, text: String)
  }

  struct Step: Equatable {
    /// Empty for a selector alone.
    var name: String
    var selectors: [Selector] = []
  }

  private(set) var steps: [Step] = []

  /// Parses a path. Separators inside brackets have no meaning: `[url=https://example.org]`.
  init(_ path: String, separator: Character) {
    var name = ""
    var selectors: [Selector] = []
    var bracket: String?
    for character in path + String(separator) {
      if let text = bracket {
        if character == "]" {
          if let selector = Self.selector(text) { selectors.append(selector) }
          bracket = nil
        } else {
          bracket = text + String(character)
        }
      } else if character == "[" {
        bracket = ""
      } else if character == separator {
        if !name.isEmpty || !selectors.isEmpty {
          steps.append(Step(name: name, selectors: selectors))
        }
        name = ""
        selectors = []
      } else {
        name.append(character)
      }
    }
  }

  /// How many elements above the item a path begins, and the path from there: 1 and `date` for `../date`.
  static func levels(of path: String) -> (count: Int, rest: String) {
    var (count, rest) = (0, path[...])
    while rest.hasPrefix("../") {
      count += 1
      rest.removeFirst(3)
    }
    return (count, String(rest))
  }

  private static func selector(_ text: String) -> Selector? {
    if let index = Int(text) { return .index(index) }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let edges = parts.map { FieldText.clean(String($0)).text }
    return .equal(name: edges[0], text: edges[1].trimming { $0 == "\"" || $0 == "'" })
  }
}

extension MappedPath.Selector {
  /// The selected values.
  ///
  /// - Parameter texts: Returns the texts of a value at a name.
  func choose<Value>(from values: [Value], _ texts: (Value, String) -> [String]) -> [Value] {
    switch self {
    case .index(let index):
      let place = index < 0 ? values.count + index : index
      return values.indices.contains(place) ? [values[place]] : []
    case .equal(let name, let text):
      return values.filter { value in
        texts(value, name).contains { FieldText.clean($0).text == text }
      }
    }
  }
}
