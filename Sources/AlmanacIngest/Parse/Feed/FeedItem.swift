/// A feed element with its children indexed by vocabulary and name.
struct FeedItem {
  let node: XMLNode
  private let state: FeedState
  /// The meanings of the child elements, by their indices. A search in them touches no node.
  private let meanings: [FeedState.Meaning]
  /// A bit for each vocabulary of the fields; most lookups end here.
  private let vocabularies: UInt32

  init(_ node: XMLNode, _ state: FeedState) {
    self.node = node
    self.state = state
    var seen: UInt32 = 0
    var vocabularies: UInt32 = 0
    meanings = node.children.map { child in
      let meaning = state[child]
      if seen & meaning.single != 0 { state.note(.repeatedField, line: child.line) }
      seen |= meaning.single
      vocabularies |= 1 << meaning.vocabulary.rawValue
      return meaning
    }
    self.vocabularies = vocabularies
  }

  /// Whether a field has this vocabulary.
  func hasFields(of vocabulary: XMLNamespace) -> Bool {
    vocabularies & 1 << vocabulary.rawValue != 0
  }

  /// The elements that no mapper reads, and those that RSS does not have.
  var unknown: [XMLNode] {
    meanings.indices.filter { index in
      let meaning = meanings[index]
      guard meaning.vocabulary == .other || meaning.vocabulary == .rss else { return false }
      return [.other, .date, .dtStart, .start, .startDate, .when].contains(meaning.name)
    }.map { node.children[$0] }
  }

  func first(_ name: FeedName, _ vocabulary: XMLNamespace) -> XMLNode? {
    guard hasFields(of: vocabulary) else { return nil }
    return meanings.firstIndex { $0.matches(name, vocabulary) }.map { node.children[$0] }
  }

  func all(_ name: FeedName, _ vocabulary: XMLNamespace) -> [XMLNode] {
    guard hasFields(of: vocabulary) else { return [] }
    var nodes: [XMLNode] = []
    for index in meanings.indices where meanings[index].matches(name, vocabulary) {
      nodes.append(node.children[index])
    }
    return nodes
  }

  /// The last field that matches a predicate.
  func last(
    _ name: FeedName, _ vocabulary: XMLNamespace, where holds: (XMLNode) -> Bool
  ) -> XMLNode? {
    let index = meanings.indices.last {
      meanings[$0].matches(name, vocabulary) && holds(node.children[$0])
    }
    return index.map { node.children[$0] }
  }

  /// The text of the first field that is not blank.
  func text(_ name: FeedName, _ vocabulary: XMLNamespace) -> String? {
    guard hasFields(of: vocabulary) else { return nil }
    for index in meanings.indices where meanings[index].matches(name, vocabulary) {
      if let text = node.children[index].text.nonBlank { return text }
    }
    return nil
  }

  /// The text of the first of several fields that is not blank.
  func text(_ names: (FeedName, XMLNamespace)...) -> String? {
    for (name, vocabulary) in names {
      if let text = text(name, vocabulary) { return text }
    }
    return nil
  }

  /// The page's own address if a service replaced the item's link by a redirect.
  var originalLink: String? {
    text(.originalLink, .linkCounter).flatMap { URLText.normalized($0) }
  }

  /// The children of an element that only groups fields, such as `media:group`.
  func within(_ name: FeedName, _ vocabulary: XMLNamespace) -> [FeedItem] {
    all(name, vocabulary).map { FeedItem($0, state) }
  }

  /// The first field in document order with one of the names that is not blank and not named
  /// `other`.
  func firstFilled(
    _ names: (FeedName, XMLNamespace)..., except other: XMLName? = nil
  ) -> XMLNode? {
    guard names.contains(where: { hasFields(of: $0.1) }) else { return nil }
    for index in meanings.indices
    where names.contains(where: { meanings[index].matches($0.0, $0.1) }) {
      let node = node.children[index]
      if node.name != other, node.text.hasText { return node }
    }
    return nil
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
