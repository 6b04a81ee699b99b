/// One element of a feed with its children by vocabulary and name; names in lower case, because
/// publishers write `pubdate` too.
struct FeedItem {
  let node: XMLNode
  private let fields: [Field]

  private struct Field {
    let vocabulary: FeedVocabulary
    let name: String
    let node: XMLNode
  }

  init(_ node: XMLNode) {
    self.node = node
    fields = node.children.map { child in
      Field(
        vocabulary: FeedVocabulary.of(child.name), name: child.name.local.lowercased(), node: child)
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
    all(name, vocabulary).map { FeedItem($0) }
  }
}

extension XMLNode {
  /// What a field of HTML holds: its text, or, where the markup was not escaped, the markup.
  var markup: String {
    for case .element in content { return innerXML }
    return text
  }
}
