/// Reads a document as a series of trees, one at a time, so that one item of a feed is in memory.
enum XMLTree {
  /// How to read an element outside of a tree.
  enum Choice {
    /// Visit its children; ignore text between them.
    case descend
    /// Build a tree.
    case build
    /// Build a tree without the text between its child elements.
    case buildElements
    /// Ignore it with its content.
    case skip
  }

  /// Parses a document.
  ///
  /// libxml2 reads the document as it is. If libxml2 rejects it, it is repaired and read again;
  /// each tree is passed on once.
  ///
  /// - Parameters:
  ///   - charset: The charset of the HTTP `Content-Type`, if any.
  ///   - base: The document's own URL.
  ///   - choose: Called for every element outside a tree, with the names of its ancestors.
  ///   - handle: Called with every complete tree and its ancestors. An error in either closure ends the parse.
  /// - Throws: `DocumentRefusal`, and the errors of `choose` and `handle`.
  static func parse(
    _ bytes: [UInt8], charset: String? = nil, base: String? = nil,
    choose: (StartElement, [XMLName]) throws -> Choice, handle: (XMLNode, [XMLName]) throws -> Void
  ) throws -> XMLOutcome {
    let decoded = try TextDecoder.decode(
      bytes, charset: charset, declared: XMLDeclaration.encoding(bytes))
    return try withoutActuallyEscaping(choose) { choose in
      try withoutActuallyEscaping(handle) { handle in
        try parse(decoded, base: base, with: XMLTreeReader(choose: choose, handle: handle))
      }
    }
  }

  private static func parse(
    _ decoded: DecodedText, base: String?, with reader: XMLTreeReader
  ) throws -> XMLOutcome {
    var parser = SAXParser(reader: reader, base: base)
    var problems = Diagnostics()
    var publicID: String?
    if try !parser.parse(decoded.bytes) {
      var repairer = XMLRepairer(decoded.bytes, accepted: parser.acceptedBytes)
      try parser.parse(repaired: &repairer)
      problems = repairer.problems
      publicID = repairer.doctype?.publicID
    }
    problems.add(parser.problems)
    if decoded.byteOrderMarks > 1 { problems.note(.byteOrderMark, line: 1) }
    if decoded.labelIgnored { problems.note(.encoding, line: 1) }
    if decoded.repairedSequences > 0 {
      problems.note(
        .encoding, times: decoded.repairedSequences, line: decoded.firstRepairedLine)
    }
    return XMLOutcome(
      encoding: decoded.encoding.name, problems: problems.findings, damage: parser.damage,
      hasRoot: parser.hasRoot, publicID: publicID)
  }
}

/// Builds trees of the elements that the caller chooses.
struct XMLTreeReader {
  private let choose: (StartElement, [XMLName]) throws -> XMLTree.Choice
  private let handle: (XMLNode, [XMLName]) throws -> Void
  private var builder = XMLTreeBuilder()
  private var path: [XMLName] = []
  private var skipped = 0
  /// Whether text directly within the root of the tree is left out.
  private var ignoresRootText = false

  init(
    choose: @escaping (StartElement, [XMLName]) throws -> XMLTree.Choice,
    handle: @escaping (XMLNode, [XMLName]) throws -> Void
  ) {
    self.choose = choose
    self.handle = handle
  }

  /// Whether text directly within the current element becomes part of a tree.
  var wantsText: Bool { builder.depth > (ignoresRootText ? 1 : 0) }

  mutating func start(_ element: consuming StartElement) throws {
    if builder.isBuilding { return builder.start(element) }
    guard skipped == 0 else {
      skipped += 1
      return
    }
    let choice = try choose(element, path)
    switch choice {
    case .descend: path.append(element.name)
    case .build, .buildElements:
      ignoresRootText = choice == .buildElements
      builder.start(element)
    case .skip: skipped = 1
    }
  }

  mutating func characters(_ text: String) {
    if wantsText { builder.characters(text) }
  }

  mutating func end() throws {
    if builder.isBuilding {
      if let tree = builder.end() { try handle(tree, path) }
    } else if skipped > 0 {
      skipped -= 1
    } else {
      // Hostile tags could have the same hash in both attempts, see `SAXParser.isNew`.
      _ = path.popLast()
    }
  }
}
