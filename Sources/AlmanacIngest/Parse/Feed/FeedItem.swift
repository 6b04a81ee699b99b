/// One element of a feed with its children by vocabulary and name; names in lower case, because
/// publishers write `pubdate` too.
struct FeedItem {
  let node: XMLNode
  private let state: FeedState
  private let fields: [Field]
  /// A bit for each vocabulary that occurs: most are asked for in vain.
  private let vocabularies: UInt32

  private struct Field {
    let vocabulary: FeedVocabulary
    let name: String
    let node: XMLNode
  }

  init(_ node: XMLNode, _ state: FeedState) {
    self.node = node
    self.state = state
    var seen: UInt32 = 0
    var vocabularies: UInt32 = 0
    var fields: [Field] = []
    fields.reserveCapacity(node.content.count)
    for case .element(let child) in node.content {
      let meaning = state[child.name]
      if seen & meaning.single != 0 { state.notes.note(.repeatedField, line: child.line) }
      seen |= meaning.single
      vocabularies |= meaning.vocabulary.bit
      fields.append(Field(vocabulary: meaning.vocabulary, name: meaning.local, node: child))
    }
    self.fields = fields
    self.vocabularies = vocabularies
  }

  func first(_ name: String, _ vocabulary: FeedVocabulary) -> XMLNode? {
    guard vocabularies & vocabulary.bit != 0 else { return nil }
    for index in fields.indices where isField(index, name, vocabulary) { return fields[index].node }
    return nil
  }

  func all(_ name: String, _ vocabulary: FeedVocabulary) -> [XMLNode] {
    guard vocabularies & vocabulary.bit != 0 else { return [] }
    return fields.indices.lazy.filter { isField($0, name, vocabulary) }.map { fields[$0].node }
  }

  private func isField(_ index: Int, _ name: String, _ vocabulary: FeedVocabulary) -> Bool {
    fields[index].vocabulary == vocabulary && fields[index].name == name
  }

  /// The first text that is more than white space.
  func text(_ name: String, _ vocabulary: FeedVocabulary) -> String? {
    guard vocabularies & vocabulary.bit != 0 else { return nil }
    for index in fields.indices where isField(index, name, vocabulary) {
      let text = fields[index].node.text
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
      names.contains { $0.1 == field.vocabulary && $0.0 == field.name }
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
    if content.count == 1 { return text }
    let own = content.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined()
    return own.utf8.contains { !$0.isSpace } ? own : text
  }
}
