import AlmanacFiles

/// Reads a document as a series of trees, one at a time, so that memory holds one item of a feed
/// and not the feed.
enum XMLTree {
  /// What to do with an element that is not yet part of a tree.
  enum Choice {
    /// Look at its children; text between them is ignored.
    case descend
    /// Make a tree of it.
    case build
    /// Make a tree of it, without the text that stands between the elements directly within.
    case buildElements
    /// Ignore it with all it holds.
    case skip
  }

  /// Parses a document.
  ///
  /// - Parameters:
  ///   - charset: of the HTTP `Content-Type`, if there was one.
  ///   - base: the document's own URL.
  ///   - choose: asked for every element outside a tree, with the names of its ancestors.
  ///   - take: given every tree when it is complete. What either throws ends the parse.
  /// - Throws: `XMLRefusal`, and what `choose` and `take` throw.
  static func parse(
    _ bytes: DocumentBytes, charset: String? = nil, base: String? = nil,
    choose: (XMLStart, [XMLName]) throws -> Choice, take: (XMLNode, [XMLName]) throws -> Void
  ) throws -> XMLOutcome {
    try withoutActuallyEscaping(choose) { choose in
      try withoutActuallyEscaping(take) { take in
        let reader = XMLTreeReader(choose: choose, take: take)
        return try XMLDocument.scan(bytes, charset: charset, base: base, with: reader)
      }
    }
  }
}

/// Chooses which elements of a document become trees.
private final class XMLTreeReader: XMLHandler {
  private let choose: (XMLStart, [XMLName]) throws -> XMLTree.Choice
  private let take: (XMLNode, [XMLName]) throws -> Void
  @exclusivity(unchecked) private var builder = XMLTreeBuilder()
  @exclusivity(unchecked) private var path: [XMLName] = []
  @exclusivity(unchecked) private var skipped = 0
  /// Whether text directly within the tree's root is left out.
  @exclusivity(unchecked) private var isOfElements = false

  init(
    choose: @escaping (XMLStart, [XMLName]) throws -> XMLTree.Choice,
    take: @escaping (XMLNode, [XMLName]) throws -> Void
  ) {
    self.choose = choose
    self.take = take
  }

  var wantsText: Bool { builder.depth > (isOfElements ? 1 : 0) }
  var wantsLeaves: Bool { builder.isBuilding }

  func start(_ element: consuming XMLStart) throws {
    if builder.isBuilding { return builder.start(element) }
    guard skipped == 0 else {
      skipped += 1
      return
    }
    let name = element.name
    switch try choose(copy element, path) {
    case .descend: path.append(name)
    case .build: begin(element, ofElements: false)
    case .buildElements: begin(element, ofElements: true)
    case .skip: skipped = 1
    }
  }

  private func begin(_ element: consuming XMLStart, ofElements: Bool) {
    isOfElements = ofElements
    builder.start(element)
  }

  func characters(_ text: String) {
    if wantsText { builder.characters(text) }
  }

  func leaf(
    _ likeness: XMLLikeness, line: Int, _ text: inout String?, start: () -> XMLStart
  ) {
    builder.leaf(likeness, line: line, &text, start: start)
  }

  func end(_ name: XMLName) throws {
    if builder.isBuilding {
      if let tree = builder.end() { try take(tree, path) }
    } else if skipped > 0 {
      skipped -= 1
    } else {
      path.removeLast()
    }
  }
}
