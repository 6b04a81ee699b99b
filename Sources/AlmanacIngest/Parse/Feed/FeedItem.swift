/// One element of a feed with its children by vocabulary and name; names in lower case, because
/// publishers write `pubdate` too.
struct FeedItem {
  let node: XMLNode
  private let state: FeedState
  private let fields: [Field]
  /// A bit for each vocabulary that occurs.
  private let vocabularies: UInt32
  /// The bits of the names that occur: most are asked for in vain.
  private let names: UInt64

  private struct Field {
    let vocabulary: FeedVocabulary
    let name: FeedName
    /// Where it stands among the node's elements.
    let place: Int
  }

  init(_ node: XMLNode, _ state: FeedState) {
    self.node = node
    self.state = state
    var seen: UInt32 = 0
    var vocabularies: UInt32 = 0
    var names: UInt64 = 0
    var fields: [Field] = []
    fields.reserveCapacity(node.children.count)
    for place in 0..<node.children.count {
      let mark = state.mark(of: node.children[place].name)
      if seen & mark.single != 0 {
        state.notes.note(.repeatedField, line: node.children[place].line)
      }
      seen |= mark.single
      vocabularies |= 1 &<< mark.vocabulary.rawValue
      names |= mark.name.bit(in: mark.vocabulary)
      fields.append(Field(vocabulary: mark.vocabulary, name: mark.name, place: place))
    }
    self.fields = fields
    self.vocabularies = vocabularies
    self.names = names
  }

  /// Whether there is anything of a vocabulary.
  func speaks(_ vocabulary: FeedVocabulary) -> Bool {
    vocabularies & 1 &<< vocabulary.rawValue != 0
  }

  /// False where there is certainly no such field.
  @inline(__always)
  private func mayHold(_ name: FeedName, _ vocabulary: FeedVocabulary) -> Bool {
    names & name.bit(in: vocabulary) != 0
  }

  @inline(__always)
  func first(_ name: FeedName, _ vocabulary: FeedVocabulary) -> XMLNode? {
    mayHold(name, vocabulary) ? firstHeld(name, vocabulary) : nil
  }

  private func firstHeld(_ name: FeedName, _ vocabulary: FeedVocabulary) -> XMLNode? {
    for index in fields.indices where isField(index, name, vocabulary) { return child(index) }
    return nil
  }

  private func child(_ index: Int) -> XMLNode { node.children[fields[index].place] }

  @inline(__always)
  func all(_ name: FeedName, _ vocabulary: FeedVocabulary) -> [XMLNode] {
    mayHold(name, vocabulary) ? allHeld(name, vocabulary) : []
  }

  private func allHeld(_ name: FeedName, _ vocabulary: FeedVocabulary) -> [XMLNode] {
    var found: [XMLNode] = []
    for index in fields.indices where isField(index, name, vocabulary) {
      found.append(child(index))
    }
    return found
  }

  /// The last one of which something holds.
  func last(
    _ name: FeedName, _ vocabulary: FeedVocabulary, where holds: (XMLNode) -> Bool
  ) -> XMLNode? {
    guard mayHold(name, vocabulary) else { return nil }
    for index in fields.indices.reversed() where isField(index, name, vocabulary) {
      let child = child(index)
      if holds(child) { return child }
    }
    return nil
  }

  /// Looks at each one in document order.
  @inline(__always)
  func each(_ name: FeedName, _ vocabulary: FeedVocabulary, _ body: (XMLNode) -> Void) {
    guard mayHold(name, vocabulary) else { return }
    for index in fields.indices where isField(index, name, vocabulary) {
      body(child(index))
    }
  }

  private func isField(_ index: Int, _ name: FeedName, _ vocabulary: FeedVocabulary) -> Bool {
    fields[index].vocabulary == vocabulary && fields[index].name == name
  }

  /// The first text that is more than white space.
  @inline(__always)
  func text(_ name: FeedName, _ vocabulary: FeedVocabulary) -> String? {
    mayHold(name, vocabulary) ? textHeld(name, vocabulary) : nil
  }

  private func textHeld(_ name: FeedName, _ vocabulary: FeedVocabulary) -> String? {
    for index in fields.indices where isField(index, name, vocabulary) {
      let text = child(index).text
      if text.isStated { return text }
    }
    return nil
  }

  /// The first of several fields that holds more than white space.
  func text(_ names: (FeedName, FeedVocabulary)...) -> String? {
    for (name, vocabulary) in names {
      if let text = text(name, vocabulary) { return text }
    }
    return nil
  }

  /// The children of an element that only groups them, such as `media:group`.
  func within(_ name: FeedName, _ vocabulary: FeedVocabulary) -> [FeedItem] {
    all(name, vocabulary).map { FeedItem($0, state) }
  }

  /// The first of the named fields, in document order, that holds more than white space and is no
  /// field of a given name.
  func stated(
    _ names: (FeedName, FeedVocabulary)..., except other: XMLName? = nil
  ) -> XMLNode? {
    var first = fields.count
    for (name, vocabulary) in names where mayHold(name, vocabulary) {
      for index in 0..<first where isField(index, name, vocabulary) {
        let child = child(index)
        guard child.name != other, child.text.isStated else { continue }
        first = index
        break
      }
    }
    return first < fields.count ? child(first) : nil
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
