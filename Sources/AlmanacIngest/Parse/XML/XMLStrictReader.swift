/// Reads a document as long as nothing is wrong with it, at a multiple of libxml2's speed.
///
/// It knows just as much of XML 1.0 and of Namespaces in XML as well-formed feeds use: elements,
/// attributes, text, CDATA, references to characters, comments, processing instructions. At the first
/// thing that is anything else (a repair, a document type, a carriage return, a name outside ASCII,
/// the end of a document that is cut off) it stops behind the last tag that it told of, and
/// `XMLPreparation` and libxml2 go on from there. So a handler hears the same as from libxml2 alone.
struct XMLStrictReader<Handler: XMLHandler> {
  /// An element that is open where the reader stands.
  struct Frame {
    /// The number of its name.
    let name: Int
    /// Where its start tag stands in the input.
    let tag: Range<Int>
    /// Where its name stands, as written.
    let qualified: Range<Int>
    /// Whether its scope is another than that of the element around it.
    let hasOwnScope: Bool
    let isMarked: Bool
    var hasChildren = false
  }

  let input: UnsafeBufferPointer<UInt8>
  let handler: Handler
  let limits: Limits
  var position: Int
  /// Behind the last tag that was told.
  private(set) var boundary: Int
  var frames: [Frame] = []
  var names: XMLStrictNames
  private(set) var hasRoot = false

  /// That of the document, and those of the open elements that have one of their own.
  private var scopes: [XMLScope]
  /// The last of them.
  private var scope: ObjectIdentifier
  /// The beginning of the element opened last, until it shows whether that holds text alone.
  private var pending = Pending()
  /// The line in which the reader is, from 1.
  var currentLine = 1
  /// The line in which the tag ended that was told last, and where that was.
  private var countedLine = 1
  private var countedTo = 0
  /// The text since the last tag: a part of the input, or, where it is in several pieces, `pieces`.
  private var run = 0..<0
  private var pieces: [UInt8] = []
  private var isInPieces = false
  /// The attributes of the tag at hand.
  var parts: [Part] = []
  private var pass: DocumentPass

  /// What an element's beginning is besides its frame.
  private struct Pending {
    var isThere = false
    var attributes: [XMLAttribute] = []
    var line = 0
  }

  /// - Parameters:
  ///   - input: valid UTF-8, which must outlive this value.
  ///   - pass: through the input.
  init(
    _ input: UnsafeBufferPointer<UInt8>, base: String?, handler: Handler,
    passing pass: DocumentPass, limits: Limits = Limits()
  ) {
    self.input = input
    self.handler = handler
    self.limits = limits
    self.pass = pass
    position = 0
    boundary = 0
    let documentScope = XMLScope(base: base)
    scopes = [documentScope]
    scope = ObjectIdentifier(documentScope)
    names = XMLStrictNames()
  }

  /// Whether the document was read to its end. If not, what was told is all up to `boundary`.
  mutating func read() throws -> Bool {
    guard skipProlog() else { return false }
    while try step() {
      if frames.isEmpty { return true }
      pass.move(to: boundary)
    }
    try tellPending()
    return false
  }

  /// The elements that are open where the reader stands.
  var openElements: [XMLScanner.OpenElement] {
    var own = 0
    var line = 1
    var counted = 0
    return frames.map { frame in
      if frame.hasOwnScope { own += 1 }
      line &+= newlines(counted, frame.tag.lowerBound)
      counted = frame.tag.lowerBound
      return XMLScanner.OpenElement(
        name: names.all[frame.name], tag: Array(input[frame.tag]), line: line, scope: scopes[own])
    }
  }

  /// The line of `boundary`, from 1.
  var line: Int { countedLine &+ newlines(countedTo, boundary) }

  func peek(_ offset: Int) -> UInt8 {
    let index = position &+ offset
    return index < input.count ? input[index] : 0
  }

  func looking(at text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position &+ count <= input.count else { return false }
    for offset in 0..<count where input[position &+ offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  // MARK: What stands before the root

  /// Up to the root's start tag; false where something is odd before it.
  private mutating func skipProlog() -> Bool {
    // Other tags are what servers put before documents.
    guard looking(at: "<?xml ") || looking(at: "<rss") || looking(at: "<feed") else {
      return false
    }
    while true {
      while XMLByte.isSpace(peek(0)), peek(0) != 0x0D { position &+= 1 }
      guard peek(0) == UInt8(ascii: "<") else { return false }
      if XMLByte.isNameStart(peek(1)) {
        currentLine &+= newlines(0, position)
        return true
      }
      guard skipUnseen() != nil else { return false }
    }
  }

  /// Passes over a comment or a processing instruction.
  private mutating func skipUnseen() -> Range<Int>? {
    let start = position
    let limit = min(input.count, start &+ limits.commentBytes)
    if looking(at: "<!--") {
      var index = start &+ 4
      while index &+ 2 < limit {
        if input[index] == UInt8(ascii: "-"), input[index &+ 1] == UInt8(ascii: "-"),
          input[index &+ 2] == UInt8(ascii: ">")
        {
          position = index &+ 3
          return start..<position
        }
        index &+= 1
      }
    } else if looking(at: "<?") {
      var index = start &+ 2
      while index < limit, input[index] != UInt8(ascii: ">") { index &+= 1 }
      guard index < limit, index > start &+ 2, input[index &- 1] == UInt8(ascii: "?") else {
        return nil
      }
      position = index &+ 1
      return start..<position
    }
    return nil
  }

  // MARK: One tag with the text before it

  /// Reads up to the end of the next tag; false where that can't be done here.
  private mutating func step() throws -> Bool {
    run = position..<position
    isInPieces = false
    while true {
      guard copyText() else { return false }
      switch peek(1) {
      case UInt8(ascii: "!") where looking(at: "<![CDATA["):
        guard copySection() else { return false }
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        guard let unseen = skipUnseen() else { return false }
        // Line breaks stay, as `XMLPreparation` has it.
        for byte in input[unseen] where byte == 0x0A {
          add(0x0A)
          currentLine &+= 1
        }
      case UInt8(ascii: "/"): return try endTag()
      default: return try startTag()
      }
    }
  }

  /// Text up to the next `<`.
  private mutating func copyText() -> Bool {
    while true {
      let start = position
      position = XMLByte.endOfStrictText(input, from: start, lines: &currentLine)
      add(start..<position)
      guard position < input.count else { return false }
      switch input[position] {
      case UInt8(ascii: "<"): return true
      case UInt8(ascii: "&"):
        guard let scalar = reference() else { return false }
        add(scalar)
      case UInt8(ascii: "]"):
        guard peek(1) != UInt8(ascii: "]") || peek(2) != UInt8(ascii: ">") else { return false }
        add(position..<(position &+ 1))
        position &+= 1
      case 0xEF:
        guard let end = endOfSpecial() else { return false }
        add(position..<end)
        position = end
      default: return false
      }
    }
  }

  private mutating func copySection() -> Bool {
    position &+= 9
    while true {
      let start = position
      position = XMLByte.endOfStrictCDATA(input, from: start, lines: &currentLine)
      guard position < input.count else { return false }
      switch input[position] {
      case UInt8(ascii: "]"):
        if peek(1) == UInt8(ascii: "]"), peek(2) == UInt8(ascii: ">") {
          add(start..<position)
          position &+= 3
          return true
        }
        position &+= 1
      case 0xEF:
        guard let end = endOfSpecial() else { return false }
        position = end
      default: return false
      }
      add(start..<position)
    }
  }

  /// The end of a character that begins with the byte of the two that XML forbids.
  func endOfSpecial() -> Int? {
    guard position &+ 2 < input.count,
      !(input[position &+ 1] == 0xBF && input[position &+ 2] >= 0xBE)
    else { return nil }
    return position &+ 3
  }

  private mutating func add(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if !isInPieces, run.isEmpty || run.upperBound == range.lowerBound {
      run = (run.isEmpty ? range.lowerBound : run.lowerBound)..<range.upperBound
    } else {
      takeApart()
      pieces.append(contentsOf: UnsafeBufferPointer(rebasing: input[range]))
    }
  }

  private mutating func add(_ scalar: UInt32) {
    takeApart()
    pieces.append(utf8: scalar)
  }

  private mutating func takeApart() {
    guard !isInPieces else { return }
    isInPieces = true
    pieces.removeAll(keepingCapacity: true)
    pieces.append(contentsOf: UnsafeBufferPointer(rebasing: input[run]))
  }

  /// Whether the text since the last tag is short enough.
  var isTextBounded: Bool { (isInPieces ? pieces.count : run.count) <= limits.textBytes }

  /// The text since the last tag; nil where there is none.
  ///
  /// It changes nothing; what only reads this value would be lent a copy of it.
  private mutating func text() -> String? {
    if isInPieces {
      return pieces.isEmpty ? nil : pieces.withUnsafeBufferPointer { String(valid: $0) }
    }
    return run.isEmpty ? nil : String(valid: UnsafeBufferPointer(rebasing: input[run]))
  }

  /// Tells the text since the last tag.
  private mutating func tellText() throws {
    try tellPending()
    guard handler.wantsText, let text = text() else { return }
    try handler.characters(text)
  }

  private mutating func tellPending() throws {
    guard pending.isThere, let frame = frames.last else { return }
    pending.isThere = false
    try handler.start(pendingStart(of: frame, depth: frames.count))
  }

  /// The beginning of the element opened last.
  private func pendingStart(of frame: Frame, depth: Int) -> XMLStart {
    XMLStart(
      name: names.all[frame.name], attributes: pending.attributes,
      scope: scopes[scopes.count &- 1], depth: depth, line: pending.line)
  }

  // MARK: Tags

  /// Tells a start tag that was read to its end, and the text before it.
  ///
  /// - Parameter name: its number.
  mutating func open(
    _ name: Int, qualified: Range<Int>, tag: Range<Int>, attributes: [XMLAttribute],
    isEmpty: Bool, isMarked: Bool
  ) throws {
    try tellText()
    if let last = frames.indices.last { frames[last].hasChildren = true }
    (countedLine, countedTo) = (currentLine, tag.upperBound)
    let hasOwnScope = !attributes.isEmpty && openScope(attributes)
    hasRoot = true
    frames.append(
      Frame(
        name: name, tag: tag, qualified: qualified, hasOwnScope: hasOwnScope,
        isMarked: isMarked))
    pending.isThere = true
    pending.line = countedLine
    if !attributes.isEmpty || !pending.attributes.isEmpty { pending.attributes = attributes }
    if !handler.wantsLeaves { try tellPending() }
    run = position..<position
    isInPieces = false
    if isEmpty { try close() }
    boundary = position
  }

  /// Whether the attributes give their element a scope of its own.
  private mutating func openScope(_ attributes: [XMLAttribute]) -> Bool {
    let around = scopes[scopes.count &- 1]
    let inner = around.within(attributes)
    guard inner !== around else { return false }
    scopes.append(inner)
    scope = ObjectIdentifier(inner)
    return true
  }

  /// Tells the end of the element that was opened last, and the text before it.
  private mutating func close() throws {
    let isLeaf = pending.isThere
    if !isLeaf { try tellText() }
    guard let frame = frames.popLast() else { return }
    if isLeaf {
      pending.isThere = false
      let likeness = XMLLikeness(
        name: frame.name, scope: scope, hasAttributes: !pending.attributes.isEmpty)
      var text = text()
      // This value holds it: to count another reference for each element takes longer than to build it.
      try Unmanaged.passUnretained(handler)._withUnsafeGuaranteedRef {
        try $0.leaf(likeness, line: pending.line, &text) {
          pendingStart(of: frame, depth: frames.count &+ 1)
        }
      }
    } else {
      try handler.end(names.all[frame.name])
    }
    if frame.isMarked { names.leave() }
    if frame.hasOwnScope {
      scopes.removeLast()
      scope = ObjectIdentifier(scopes[scopes.count &- 1])
    }
  }

  /// At `</`.
  private mutating func endTag() throws -> Bool {
    guard let last = frames.indices.last, isTextBounded else { return false }
    let name = frames[last].qualified
    let start = position &+ 2
    var index = start &+ name.count
    guard XMLByte.same(input, start, name.lowerBound, count: name.count) else { return false }
    while index < input.count, input[index] == 0x20 { index &+= 1 }
    guard index < input.count, input[index] == UInt8(ascii: ">") else { return false }
    if frames.count == 1, !isNothing(after: index &+ 1) { return false }
    position = index &+ 1
    try close()
    boundary = position
    return true
  }

  /// Whether nothing but white space, comments and processing instructions follows.
  func isNothing(after start: Int) -> Bool {
    var rest = self
    rest.position = start
    while true {
      while XMLByte.isSpace(rest.peek(0)), rest.peek(0) != 0x0D { rest.position &+= 1 }
      if rest.position >= input.count { return true }
      guard rest.skipUnseen() != nil else { return false }
    }
  }

  private func newlines(_ start: Int, _ end: Int) -> Int {
    start < end ? XMLByte.newlines(UnsafeBufferPointer(rebasing: input[start..<end])) : 0
  }
}
