/// A feed element with its children indexed by vocabulary and name. Names are in lower case,
/// because publishers write `pubdate` too.
struct FeedItem {
  let node: XMLNode
  private let state: FeedState
  private let fields: [Field]
  /// A bit for each vocabulary of the fields; most lookups end here.
  private let vocabularies: UInt32

  private struct Field {
    let vocabulary: XMLNamespace
    let name: String
    let node: XMLNode

    func matches(_ name: String, _ vocabulary: XMLNamespace) -> Bool {
      self.vocabulary == vocabulary && self.name == name
    }
  }

  init(_ node: XMLNode, _ state: FeedState) {
    self.node = node
    self.state = state
    var seen: UInt32 = 0
    var vocabularies: UInt32 = 0
    fields = node.children.map { child in
      let meaning = state[child.name]
      if seen & meaning.single != 0 { state.note(.repeatedField, line: child.line) }
      seen |= meaning.single
      vocabularies |= 1 << meaning.vocabulary.rawValue
      return Field(vocabulary: meaning.vocabulary, name: meaning.local, node: child)
    }
    self.vocabularies = vocabularies
  }

  /// Whether a field has this vocabulary.
  func hasFields(of vocabulary: XMLNamespace) -> Bool {
    vocabularies & 1 << vocabulary.rawValue != 0
  }

  func first(_ name: String, _ vocabulary: XMLNamespace) -> XMLNode? {
    guard hasFields(of: vocabulary) else { return nil }
    return fields.first { $0.matches(name, vocabulary) }?.node
  }

  func all(_ name: String, _ vocabulary: XMLNamespace) -> [XMLNode] {
    guard hasFields(of: vocabulary) else { return [] }
    return fields.lazy.filter { $0.matches(name, vocabulary) }.map(\.node)
  }

  /// The last field that matches a predicate.
  func last(
    _ name: String, _ vocabulary: XMLNamespace, where holds: (XMLNode) -> Bool
  ) -> XMLNode? {
    fields.last { $0.matches(name, vocabulary) && holds($0.node) }?.node
  }

  /// The text of the first field that is not blank.
  func text(_ name: String, _ vocabulary: XMLNamespace) -> String? {
    guard hasFields(of: vocabulary) else { return nil }
    for index in fields.indices where fields[index].matches(name, vocabulary) {
      if let text = fields[index].node.text.nonBlank { return text }
    }
    return nil
  }

  /// The text of the first of several fields that is not blank.
  func text(_ names: (String, XMLNamespace)...) -> String? {
    for (name, vocabulary) in names {
      if let text = text(name, vocabulary) { return text }
    }
    return nil
  }

  /// The children of an element that only groups fields, such as `media:group`.
  func within(_ name: String, _ vocabulary: XMLNamespace) -> [FeedItem] {
    all(name, vocabulary).map { FeedItem($0, state) }
  }

  /// The first field in document order with one of the names that is not blank and not named
  /// `other`.
  func firstFilled(
    _ names: (String, XMLNamespace)..., except other: XMLName? = nil
  ) -> XMLNode? {
    guard names.contains(where: { hasFields(of: $0.1) }) else { return nil }
    return fields.first { field in
      names.contains { field.matches($0.0, $0.1) } && field.node.name != other
        && field.node.text.hasText
    }?.node
  }
}

extension XMLNode {
  /// The content of an HTML field: its text, or the markup if it was not escaped.
  var markup: String {
    isMarkup ? innerXML : text
  }

  /// The content of a plain-text field. If it contains stray elements, only its own text.
  var word: String {
    if partCount == 1 { return text }
    return ownTexts.joined().nonBlank ?? text
  }
}
