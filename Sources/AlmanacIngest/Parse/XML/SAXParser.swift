import CLibXML2

/// Reads a document with libxml2 and passes its elements to a tree reader.
///
/// libxml2 accesses no file and no network and expands no entity, because it gets no callback for
/// them.
struct SAXParser {
  static let depth = 256
  static let differentNames = 10_000
  /// libxml2 2.9 searches the rest of a pushed chunk repeatedly, so chunks are short.
  private static let chunkBytes = 1 << 16
  /// A longer text is passed on in parts; every tree is smaller.
  private static let textBytes = 16 << 20

  private(set) var reader: XMLTreeReader
  private(set) var damage: XMLDamage?
  /// Repairs by libxml2 itself.
  private(set) var problems = Diagnostics()
  private(set) var hasRoot = false

  private var parser: xmlParserCtxtPtr?
  /// Whether the document is read as it is.
  private var isFirstAttempt = false
  private var failure: (any Error)?
  /// The bytes of the document before the error that ended the first attempt.
  private(set) var acceptedBytes = 0
  /// Whether the document needs the repairer although libxml2 would accept it.
  private var isRefused = false
  private var hasMarkup = false
  private var names = XMLNames(limit: differentNames)
  private var frames: [Frame] = []
  private let documentScope: XMLScope
  /// The scopes of the open elements that have one of their own.
  private var scopes: [XMLScope] = []
  private var text: [UInt8] = []
  /// Tags read so far.
  private var tags = 0
  /// Tags that the tree reader already has from the first attempt.
  private var passedTags = 0
  /// A hash of the tags read so far, and of those that the tree reader already has.
  private var digest: UInt = 0
  private var passedDigest: UInt = 0

  /// An open element.
  private struct Frame {
    /// See `XMLName.number`.
    let name: Int
    /// The number of `scopes` around it.
    let outerScopes: Int
  }

  /// - Parameter base: the document's own URL, against which `xml:base` is resolved.
  init(reader: XMLTreeReader, base: String?) {
    self.reader = reader
    documentScope = XMLScope(base: base)
  }

  // MARK: The two passes

  /// Reads a document as it is; returns false if it is not well-formed or needs repair.
  ///
  /// The tree reader then has everything up to the last tag before the error.
  ///
  /// - Parameter text: Valid UTF-8.
  mutating func parse(_ text: [UInt8]) throws -> Bool {
    guard Self.isReadable(text) else { return false }
    isFirstAttempt = true
    hasMarkup = true
    // Some programs write a NUL byte after the document.
    let end = text.lastIndex { $0 != 0 && !XMLByte.isSpace($0) } ?? 0
    // libxml2 calls back through the pointer; nothing else may access this value meanwhile.
    let isWellFormed = withUnsafeMutablePointer(to: &self) { state in
      var sax = SAXCallbacks.table
      let parser = xmlCreatePushParserCtxt(&sax, state, nil, 0, nil)
      defer { xmlFreeParserCtxt(parser) }
      state.pointee.use(parser, options: [])
      Self.push(text[...end], to: parser)
      xmlParseChunk(parser, nil, 0, 1)
      return parser?.pointee.wellFormed == 1
    }
    isFirstAttempt = false
    if let failure { throw failure }
    return isWellFormed && !isRefused && damage == nil
  }

  /// Reads a repaired version of a document that `parse` rejected, to its end.
  ///
  /// Elements that are open at the end are not ended, because their content is incomplete.
  mutating func parse(repaired repairer: inout XMLRepairer) throws {
    restart()
    try withUnsafeMutablePointer(to: &self) { state in
      var sax = SAXCallbacks.table
      let parser = xmlCreatePushParserCtxt(&sax, state, nil, 0, nil)
      defer { xmlFreeParserCtxt(parser) }
      state.pointee.use(parser, options: [XML_PARSE_RECOVER])
      while try repairer.next() {
        state.pointee.hasMarkup =
          state.pointee.hasMarkup || repairer.output.contains(UInt8(ascii: "<"))
        Self.push(repairer.output[...], to: parser)
        if let failure = state.pointee.failure { throw failure }
      }
      // libxml2 starts only with four bytes. Spaces, because line breaks would be counted.
      if !state.pointee.hasRoot { Self.push([0x20, 0x20, 0x20, 0x20], to: parser) }
      xmlParseChunk(parser, nil, 0, 1)
      state.pointee.flushText()
      if let failure = state.pointee.failure { throw failure }
      state.pointee.noteOpenElement()
    }
  }

  private static func push(_ bytes: ArraySlice<UInt8>, to parser: xmlParserCtxtPtr?) {
    bytes.withUnsafeBytes { buffer in
      for start in stride(from: 0, to: buffer.count, by: chunkBytes) {
        let chunk = UnsafeRawBufferPointer(
          rebasing: buffer[start..<min(start + chunkBytes, buffer.count)])
        xmlParseChunk(
          parser, chunk.bindMemory(to: CChar.self).baseAddress,
          Int32(truncatingIfNeeded: chunk.count), 0)
      }
    }
  }

  /// Resets the state for a second attempt.
  private mutating func restart() {
    passedTags = tags
    passedDigest = digest
    tags = 0
    digest = 0
    isRefused = false
    hasRoot = false
    damage = nil
    problems = Diagnostics()
    hasMarkup = false
    names.restart()
    frames = []
    scopes = []
    text = []
  }

  private mutating func use(_ parser: xmlParserCtxtPtr?, options: [xmlParserOption]) {
    self.parser = parser
    // NOENT resolves character references in attribute values. With these callbacks it has no other
    // effect.
    let all =
      options + [
        XML_PARSE_NOENT, XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING,
        XML_PARSE_IGNORE_ENC,
      ]
    xmlCtxtUseOptions(parser, all.reduce(0) { $0 | Int32(bitPattern: $1.rawValue) })
  }

  /// Whether libxml2 can read a document as it is in linear time: its time is quadratic in the
  /// attributes of a tag.
  private static func isReadable(_ text: [UInt8]) -> Bool {
    guard text.first == UInt8(ascii: "<"), !XMLRepairer(text).startsWithMessage() else {
      return false
    }
    let limits = XMLRepairer.Limits()
    var start = 0
    // ` a=""` is the shortest attribute.
    let shortTag = 5 * limits.attributesPerTag
    while start < text.count {
      // Tags within this range are short, so only its last one is looked at.
      let range = text[(start + 1)..<min(start + 1 + shortTag, text.count)]
      if let last = range.lastIndex(of: 0x3C) {
        start = last
        continue
      }
      let end = text.firstIndex(of: 0x3C, from: start + 1) ?? text.count
      if end - start > limits.tagBytes { return false }
      if end - start > shortTag {
        let equals = text[start..<end].count { $0 == UInt8(ascii: "=") }
        if equals > limits.attributesPerTag { return false }
      }
      start = end
    }
    return true
  }

  private mutating func noteOpenElement() {
    guard let open = frames.last, damage == nil || damage?.kind == .malformed else { return }
    let name = names.numbered[open.name].qualified
    damage = XMLDamage(
      kind: .truncated, line: damage?.line ?? line,
      message: XMLDamage.printable("the document ends within <\(name)>"),
      continued: false)
  }

  private var scope: XMLScope { scopes.last ?? documentScope }

  private var line: Int { Int(parser?.pointee.input?.pointee.line ?? 0) }

  // MARK: Callbacks of libxml2

  /// Stops reading a document that needs repair.
  fileprivate mutating func refuse() {
    isRefused = true
    noteAccepted()
    xmlStopParser(parser)
  }

  private mutating func noteAccepted() {
    // After a fatal error, libxml2 passes nothing on.
    if isFirstAttempt, parser?.pointee.disableSAX == 0 { acceptedBytes = xmlByteConsumed(parser) }
  }

  fileprivate mutating func started(
    _ key: XMLNames.Key, attributes raw: UnsafeBufferPointer<UnsafePointer<UInt8>?>
  ) {
    guard failure == nil, !isRefused else { return }
    flushText()
    do {
      guard frames.count < Self.depth else {
        throw DocumentRefusal.tooDeep(limit: Self.depth, line: line)
      }
      let name = try names.name(key, line: line)
      let attributes = try names.attributes(raw, line: line)
      if isFirstAttempt, attributes.contains(where: { $0.value.utf8.holdsControls }) {
        return refuse()
      }
      frames.append(Frame(name: name.number, outerScopes: scopes.count))
      if !attributes.isEmpty, let inner = scope.within(attributes) { scopes.append(inner) }
      hasRoot = true
      damage?.continued = true
      guard try isNew(tag: name.number + 1) else { return }
      try reader.start(
        StartElement(
          name: name, attributes: attributes, scope: scope, depth: frames.count, line: line))
    } catch {
      fail(error)
    }
  }

  fileprivate mutating func ended() {
    guard failure == nil, !isRefused else { return }
    flushText()
    guard let frame = frames.popLast() else { return }
    if scopes.count > frame.outerScopes { scopes.removeLast(scopes.count - frame.outerScopes) }
    do {
      if try isNew(tag: 0) { try reader.end() }
    } catch {
      fail(error)
    }
  }

  /// Counts a tag; false if the tree reader already has it.
  ///
  /// - Parameter number: 0 for an end tag.
  /// - Throws: If the repaired document has other tags than the first attempt passed on.
  private mutating func isNew(tag number: Int) throws -> Bool {
    tags += 1
    digest = (digest << 5 | digest >> 59) ^ UInt(bitPattern: number)
    if tags == passedTags, digest != passedDigest {
      throw DocumentRefusal.differentRepair(line: line)
    }
    return tags > passedTags
  }

  fileprivate mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !frames.isEmpty else { return }
    // A reference to U+0080 to U+009F means windows-1252; the repairer replaces it.
    if bytes.count == 2, isFirstAttempt, bytes.holdsControls { return refuse() }
    guard reader.wantsText || tags < passedTags else { return }
    text.append(contentsOf: bytes)
    if text.count >= Self.textBytes { flushText() }
  }

  /// Passes on the buffered text before a tag.
  private mutating func flushText() {
    guard !text.isEmpty else { return }
    damage?.continued = true
    if tags >= passedTags { reader.characters(String(decoding: text, as: UTF8.self)) }
    text.removeAll(keepingCapacity: true)
  }

  private mutating func fail(_ error: any Error) {
    failure = error
    xmlStopParser(parser)
  }

  fileprivate mutating func failed(_ error: xmlError) {
    // `hasRoot` reports a document without any element.
    guard hasMarkup, failure == nil else { return }
    // An undeclared prefix or an invalid URI loses nothing: the name keeps its prefix.
    if Int32(error.domain) == Int32(bitPattern: XML_FROM_NAMESPACE.rawValue) {
      problems.note(.prefix, line: Int(error.line))
      return
    }
    noteAccepted()
    guard error.level.rawValue >= XML_ERR_ERROR.rawValue, damage == nil else { return }
    let message = error.message.map { String(cString: $0) } ?? "error \(error.code)"
    damage = XMLDamage(
      kind: hasRoot && frames.isEmpty ? .trailing : .malformed, line: Int(error.line),
      message: XMLDamage.printable(message), continued: false)
  }
}

/// The C functions that libxml2 calls. Their context is a pointer to the parser.
private enum SAXCallbacks {
  /// Initializes libxml2 once, before the first parser of any thread.
  private static let isPrepared: Void = xmlInitParser()

  static var table: xmlSAXHandler {
    _ = isPrepared
    var sax = xmlSAXHandler()
    sax.initialized = almanac_xml_sax2_magic
    sax.internalSubset = { context, _, _, _ in SAXCallbacks.parser(context)?.pointee.refuse() }
    sax.startElementNs = { context, local, prefix, namespace, _, _, count, _, attributes in
      SAXCallbacks.parser(context)?.pointee.started(
        XMLNames.Key(local: local, prefix: prefix, namespace: namespace),
        attributes: UnsafeBufferPointer(start: attributes, count: Int(count) * 5))
    }
    sax.endElementNs = { context, _, _, _ in SAXCallbacks.parser(context)?.pointee.ended() }
    sax.characters = { context, bytes, count in
      SAXCallbacks.parser(context)?.pointee.characters(
        UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
    sax.ignorableWhitespace = sax.characters
    sax.cdataBlock = sax.characters
    sax.serror = { context, error in
      guard let error else { return }
      SAXCallbacks.parser(context)?.pointee.failed(error.pointee)
    }
    return sax
  }

  static func parser(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<SAXParser>? {
    context?.assumingMemoryBound(to: SAXParser.self)
  }
}

extension Collection<UInt8> {
  /// Whether the UTF-8 text contains a character from U+0080 to U+009F.
  fileprivate var holdsControls: Bool {
    var previous: UInt8 = 0
    for byte in self {
      if previous == 0xC2, byte < 0xA0 { return true }
      previous = byte
    }
    return false
  }
}

extension XMLDamage {
  static func printable(_ message: String) -> String {
    String(
      decoding: message.utf8.prefix(200).map { (0x20..<0x7F).contains($0) ? $0 : 0x20 },
      as: UTF8.self
    ).trimming { $0 == " " }
  }
}
