import CLibXML2

/// libxml2's push parser with handlers of our own.
///
/// It touches no file and no network and expands no entity: there is no handler through which
/// libxml2 could learn of one. Give it what `XMLPreparation` made.
final class XMLScanner {
  struct Limits: Sendable {
    var depth = 256
    var differentNames = 10_000
    /// libxml2 2.9 searches the rest of a chunk again and again.
    var chunkBytes = 1 << 16
  }

  private let handler: any XMLHandler
  private let limits: Limits
  private var parser: xmlParserCtxtPtr?
  private var failure: (any Error)?
  private var names: XMLNames
  private var frames: [Frame] = []
  private let documentScope: XMLScope
  private var text: [UInt8] = []
  private(set) var damage: XMLDamage?
  /// What libxml2 itself put right.
  private(set) var problems = XMLProblems()
  private(set) var hasRoot = false
  private var hasMarkup = false
  /// Start tags still to come that were told before.
  private var reopening = 0

  /// An open element.
  private struct Frame {
    let name: XMLName
    let scope: XMLScope
  }

  /// - Parameter base: the document's own URL, against which `xml:base` is resolved.
  init(handler: any XMLHandler, base: String? = nil, limits: Limits = Limits()) {
    self.handler = handler
    self.limits = limits
    documentScope = XMLScope(base: base)
    names = XMLNames(limit: limits.differentNames)
    var sax = XMLCallbacks.sax
    _ = XMLCallbacks.prepared
    parser = xmlCreatePushParserCtxt(
      &sax, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
    // NOENT resolves the character references of attribute values; with our handlers it can do
    // nothing else.
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue
      | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue
    xmlCtxtUseOptions(parser, Int32(bitPattern: options))
  }

  deinit { xmlFreeParserCtxt(parser) }

  /// Goes on where another reader stopped: within these elements, in that line.
  func resume(within open: [OpenElement], names known: [XMLName], line: Int) throws {
    names = XMLNames(limit: limits.differentNames, known: known)
    frames = open.map { Frame(name: $0.name, scope: $0.scope) }
    hasRoot = true
    reopening = open.count
    // libxml2 does not begin before it has four bytes: each tag is to be read when it is given.
    try scan([0x20, 0x20, 0x20, 0x20])
    for element in open {
      setLine(element.line)
      try scan(element.tag)
    }
    setLine(line)
  }

  /// An element that another reader told the beginning of.
  struct OpenElement {
    let name: XMLName
    let tag: [UInt8]
    /// Where its start tag begins; libxml2 tells it of elements that are not ended.
    let line: Int
    let scope: XMLScope
  }

  /// Scans more of the document.
  func scan(_ bytes: [UInt8]) throws {
    hasMarkup = hasMarkup || bytes.contains(UInt8(ascii: "<"))
    try bytes.withUnsafeBytes { buffer in
      var index = 0
      while index < buffer.count {
        let count = min(limits.chunkBytes, buffer.count - index)
        let chunk = UnsafeRawBufferPointer(rebasing: buffer[index..<(index + count)])
        xmlParseChunk(
          parser, chunk.bindMemory(to: CChar.self).baseAddress, Int32(truncatingIfNeeded: count), 0)
        if let failure { throw failure }
        index += count
      }
    }
  }

  /// Ends the document. Elements still open are not ended: what they hold is incomplete.
  func finish() throws {
    // libxml2 does not begin before it has four bytes; line breaks would be counted.
    if !hasRoot { try scan([0x20, 0x20, 0x20, 0x20]) }
    xmlParseChunk(parser, nil, 0, 1)
    flushText()
    if let failure { throw failure }
    if let open = frames.last, damage == nil || damage?.kind == .malformed {
      let message = "the document ends within <\(open.name.qualified)>"
      damage = XMLDamage(
        kind: .truncated, line: damage?.line ?? line,
        message: XMLDamage.printable(message), continued: false)
    }
  }

  private var line: Int { Int(parser?.pointee.input?.pointee.line ?? 0) }

  private func setLine(_ line: Int) {
    parser?.pointee.input?.pointee.line = Int32(truncatingIfNeeded: line)
  }

  // MARK: What libxml2 calls

  /// Runs a step unless one failed before; a failure stops libxml2.
  private func step(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do { try body() } catch {
      failure = error
      xmlStopParser(parser)
    }
  }

  func started(_ key: XMLNames.Key, attributes raw: UnsafeBufferPointer<UnsafePointer<UInt8>?>) {
    guard reopening == 0 else {
      reopening -= 1
      return
    }
    flushText()
    step {
      guard frames.count < limits.depth else {
        throw XMLRefusal.tooDeep(limit: limits.depth, line: line)
      }
      let name = try names.name(key, line: line)
      let attributes = try names.attributes(raw, line: line)
      let scope = (frames.last?.scope ?? documentScope).within(attributes)
      frames.append(Frame(name: name, scope: scope))
      hasRoot = true
      damage?.continued = true
      try handler.start(
        XMLStart(
          name: name, attributes: attributes, scope: scope, depth: frames.count, line: line))
    }
  }

  func ended() {
    flushText()
    step {
      guard let frame = frames.popLast() else { return }
      try handler.end(frame.name)
    }
  }

  func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !frames.isEmpty else { return }
    text.append(contentsOf: bytes)
    if text.count >= 1 << 16 { flushText() }
  }

  private func flushText() {
    guard !text.isEmpty else { return }
    damage?.continued = true
    step { try handler.characters(String(decoding: text, as: UTF8.self)) }
    text.removeAll(keepingCapacity: true)
  }

  func failed(_ error: xmlError) {
    // That there is no element at all is what `hasRoot` says.
    guard hasMarkup else { return }
    guard failure == nil else { return }
    // Undeclared prefixes, odd URIs: the name keeps its prefix, nothing is lost.
    if Int32(error.domain) == Int32(bitPattern: XML_FROM_NAMESPACE.rawValue) {
      problems.note(.prefix, line: Int(error.line))
      return
    }
    guard error.level.rawValue >= XML_ERR_ERROR.rawValue, damage == nil else { return }
    let message = error.message.map { String(cString: $0) } ?? "error \(error.code)"
    damage = XMLDamage(
      kind: hasRoot && frames.isEmpty ? .trailing : .malformed, line: Int(error.line),
      message: XMLDamage.printable(message), continued: false)
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
