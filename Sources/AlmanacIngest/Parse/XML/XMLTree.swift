/// Reads a document as a series of trees, one at a time, so that memory holds one item of a feed
/// and not the feed.
enum XMLTree {
  /// How to read an element that is not yet part of a tree.
  enum Choice {
    /// Look at its children; text between them is ignored.
    case descend
    /// Make a tree of it.
    case build
    /// Make a tree of it, without the text between its child elements.
    case buildElements
    /// Ignore it with its content.
    case skip
  }

  /// Parses a document.
  ///
  /// libxml2 reads it as it is. A document that libxml2 refuses is repaired and read again; the
  /// callers get each tree once.
  ///
  /// - Parameters:
  ///   - charset: of the HTTP `Content-Type`, if there was one.
  ///   - base: the document's own URL.
  ///   - choose: asked for every element outside a tree, with the names of its ancestors.
  ///   - take: given every tree when it is complete. An error of either ends the parse.
  /// - Throws: `XMLError`, and the errors of `choose` and `take`.
  static func parse(
    _ bytes: [UInt8], charset: String? = nil, base: String? = nil,
    choose: (StartElement, [XMLName]) throws -> Choice, take: (XMLNode, [XMLName]) throws -> Void
  ) throws -> XMLOutcome {
    let decoded = try decode(bytes, charset: charset)
    return try withoutActuallyEscaping(choose) { choose in
      try withoutActuallyEscaping(take) { take in
        try parse(decoded, base: base, with: XMLTreeReader(choose: choose, take: take))
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
      var repairer = XMLRepairer(decoded.bytes)
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

  private static func decode(_ bytes: [UInt8], charset: String?) throws -> DecodedText {
    do throws(EncodingRefusal) {
      return try TextDecoder.decode(
        bytes, charset: charset, declared: XMLDeclaration.encoding(bytes))
    } catch {
      throw XMLError.encoding(error)
    }
  }
}

/// Builds trees of the elements of a document that the caller chose.
struct XMLTreeReader {
  private let choose: (StartElement, [XMLName]) throws -> XMLTree.Choice
  private let take: (XMLNode, [XMLName]) throws -> Void
  private var builder = XMLTreeBuilder()
  private var path: [XMLName] = []
  private var skipped = 0
  /// Whether text directly within the tree's root is left out.
  private var isOfElements = false

  init(
    choose: @escaping (StartElement, [XMLName]) throws -> XMLTree.Choice,
    take: @escaping (XMLNode, [XMLName]) throws -> Void
  ) {
    self.choose = choose
    self.take = take
  }

  /// Whether text directly within the element opened last becomes part of a tree.
  var wantsText: Bool { builder.depth > (isOfElements ? 1 : 0) }

  mutating func start(_ element: consuming StartElement) throws {
    if builder.isBuilding { return builder.start(element) }
    guard skipped == 0 else {
      skipped += 1
      return
    }
    switch try choose(element, path) {
    case .descend: path.append(element.name)
    case .build: begin(element, ofElements: false)
    case .buildElements: begin(element, ofElements: true)
    case .skip: skipped = 1
    }
  }

  private mutating func begin(_ element: consuming StartElement, ofElements: Bool) {
    isOfElements = ofElements
    builder.start(element)
  }

  mutating func characters(_ text: String) {
    if wantsText { builder.characters(text) }
  }

  mutating func end() throws {
    if builder.isBuilding {
      if let tree = builder.end() { try take(tree, path) }
    } else if skipped > 0 {
      skipped -= 1
    } else {
      path.removeLast()
    }
  }
}
