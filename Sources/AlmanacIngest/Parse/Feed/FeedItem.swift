/// One element of a feed with its children by vocabulary and name; names in lower case, because
/// publishers write `pubdate` too.
struct FeedItem {
  let node: XMLNode
  private let state: FeedState
  private let fields: [Field]

  private struct Field {
    let vocabulary: FeedVocabulary
    let name: String
    let node: XMLNode

    func matches(_ name: String, _ vocabulary: FeedVocabulary) -> Bool {
      self.vocabulary == vocabulary && self.name == name
    }
  }

  init(_ node: XMLNode, _ state: FeedState) {
    self.node = node
    self.state = state
    var seen: UInt32 = 0
    fields = node.children.map { child in
      let meaning = state[child.name]
      if seen & meaning.single != 0 { state.notes.note(.repeatedField, line: child.line) }
      seen |= meaning.single
      return Field(vocabulary: meaning.vocabulary, name: meaning.local, node: child)
    }
  }

  /// Whether there is a field of a vocabulary.
  func speaks(_ vocabulary: FeedVocabulary) -> Bool {
    fields.contains { $0.vocabulary == vocabulary }
  }

  func first(_ name: String, _ vocabulary: FeedVocabulary) -> XMLNode? {
    fields.first { $0.matches(name, vocabulary) }?.node
  }

  func all(_ name: String, _ vocabulary: FeedVocabulary) -> [XMLNode] {
    fields.lazy.filter { $0.matches(name, vocabulary) }.map(\.node)
  }

  /// The last one of which something holds.
  func last(
    _ name: String, _ vocabulary: FeedVocabulary, where holds: (XMLNode) -> Bool
  ) -> XMLNode? {
    fields.last { $0.matches(name, vocabulary) && holds($0.node) }?.node
  }

  /// Looks at each one in document order.
  func each(_ name: String, _ vocabulary: FeedVocabulary, _ body: (XMLNode) -> Void) {
    for field in fields where field.matches(name, vocabulary) { body(field.node) }
  }

  /// The first text that is more than white space.
  func text(_ name: String, _ vocabulary: FeedVocabulary) -> String? {
    for field in fields where field.matches(name, vocabulary) {
      let text = field.node.text
      if text.isStated { return text }
    }
    return nil
  }

  /// The first of several fields that holds more than white space.
  func text(_ names: (String, FeedVocabulary)...) -> String? {
    for (name, vocabulary) in names {
      if let text = text(name, vocabulary) { return text }
    }
    return nil
  }

  /// The children of an element that only groups them, such as `media:group`.
  func within(_ name: String, _ vocabulary: FeedVocabulary) -> [FeedItem] {
    all(name, vocabulary).map { FeedItem($0, state) }
  }

  /// The first of the named fields, in document order, that holds more than white space and is no
  /// field of a given name.
  func stated(
    _ names: (String, FeedVocabulary)..., except other: XMLName? = nil
  ) -> XMLNode? {
    fields.first { field in
      names.contains { field.matches($0.0, $0.1) } && field.node.name != other
        && field.node.text.isStated
    }?.node
  }
}

extension XMLNode {
  /// What a field of HTML holds: its text, or, where the markup was not escaped, the markup.
  var markup: String {
    isMarkup ? innerXML : text
  }

  /// The text of a field of plain text: of an element that another one has strayed into, its own.
  var word: String {
    if partCount == 1 { return text }
    let own = ownTexts.joined()
    return own.isStated ? own : text
  }
}
