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

  func first(_ name: String, _ vocabulary: FeedVocabulary) -> XMLNode? {
    fields.first { $0.vocabulary == vocabulary && $0.name == name }?.node
  }

  func all(_ name: String, _ vocabulary: FeedVocabulary) -> [XMLNode] {
    fields.filter { $0.vocabulary == vocabulary && $0.name == name }.map(\.node)
  }

  /// The first text that is more than white space.
  func text(_ name: String, _ vocabulary: FeedVocabulary) -> String? {
    for field in fields where field.vocabulary == vocabulary && field.name == name {
      let text = field.node.text
      if text.utf8.contains(where: { !$0.isSpace }) { return text }
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

  /// Those of the named fields that hold more than white space, in document order.
  func stated(_ names: (String, FeedVocabulary)...) -> [XMLNode] {
    fields.filter { field in
      names.contains { $0.0 == field.name && $0.1 == field.vocabulary }
        && field.node.text.utf8.contains { !$0.isSpace }
    }.map(\.node)
  }
}

extension XMLNode {
  /// What a field of HTML holds: its text, or, where the markup was not escaped, the markup.
  var markup: String {
    isMarkup ? innerXML : text
  }

  /// Whether it holds elements: then what it holds is HTML for certain.
  var isMarkup: Bool {
    content.contains { if case .element = $0 { true } else { false } }
  }

  /// The text of a field of plain text: of an element that another one has strayed into, its own.
  var word: String {
    let own = content.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined()
    return own.utf8.contains { !$0.isSpace } ? own : text
  }
}
