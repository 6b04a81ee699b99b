/// One element of a feed with its children by vocabulary and name; names in lower case, because
/// publishers write `pubdate` too.
struct FeedItem {
  let node: XMLNode
  private let state: FeedState
  private let fields: [Field]
  /// A bit for each vocabulary that a field is of: most lookups end here.
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

  /// Whether there is a field of a vocabulary.
  func speaks(_ vocabulary: XMLNamespace) -> Bool {
    vocabularies & 1 << vocabulary.rawValue != 0
  }

  func first(_ name: String, _ vocabulary: XMLNamespace) -> XMLNode? {
    guard speaks(vocabulary) else { return nil }
    for index in fields.indices where fields[index].matches(name, vocabulary) {
      return fields[index].node
    }
    return nil
  }

  func all(_ name: String, _ vocabulary: XMLNamespace) -> [XMLNode] {
    guard speaks(vocabulary) else { return [] }
    return fields.lazy.filter { $0.matches(name, vocabulary) }.map(\.node)
  }

  /// The last one of which something holds.
  func last(
    _ name: String, _ vocabulary: XMLNamespace, where holds: (XMLNode) -> Bool
  ) -> XMLNode? {
    fields.last { $0.matches(name, vocabulary) && holds($0.node) }?.node
  }

  /// The first text that is more than white space.
  func text(_ name: String, _ vocabulary: XMLNamespace) -> String? {
    guard speaks(vocabulary) else { return nil }
    for index in fields.indices where fields[index].matches(name, vocabulary) {
      let text = fields[index].node.text
      if text.isStated { return text }
    }
    return nil
  }

  /// The first of several fields that holds more than white space.
  func text(_ names: (String, XMLNamespace)...) -> String? {
    for (name, vocabulary) in names {
      if let text = text(name, vocabulary) { return text }
    }
    return nil
  }

  /// The children of an element that only groups them, such as `media:group`.
  func within(_ name: String, _ vocabulary: XMLNamespace) -> [FeedItem] {
    all(name, vocabulary).map { FeedItem($0, state) }
  }

  /// The first of the named fields, in document order, that holds more than white space and is no
  /// field of a given name.
  func stated(
    _ names: (String, XMLNamespace)..., except other: XMLName? = nil
  ) -> XMLNode? {
    guard names.contains(where: { speaks($0.1) }) else { return nil }
    return fields.first { field in
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
