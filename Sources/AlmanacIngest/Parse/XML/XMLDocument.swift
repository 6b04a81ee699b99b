import AlmanacFiles

/// A document from its bytes to a handler: decoded, prepared, scanned.
enum XMLDocument {
  struct Limits: Sendable {
    var preparation = XMLPreparation.Limits()
    var scanner = XMLScanner.Limits()
    /// Whether what is well-formed is read without libxml2; off to compare the two.
    var isStrictFirst = true
  }

  /// Scans a document to its end.
  ///
  /// - Parameters:
  ///   - charset: of the HTTP `Content-Type`, if there was one.
  ///   - base: the document's own URL.
  /// - Throws: `XMLRefusal`, and what the handler throws.
  static func scan(
    _ bytes: DocumentBytes, charset: String? = nil, base: String? = nil,
    limits: Limits = Limits(), with handler: some XMLHandler
  ) throws -> XMLOutcome {
    let text = try decode(bytes, charset: charset)
    let scan = try run(
      handler, over: text.converted ?? bytes.dropping(text.start),
      base: base, limits: limits)
    if let failure = text.converted?.failure { throw failure }
    var problems = scan.problems
    if text.byteOrderMarks > 1 { problems.note(.byteOrderMark, line: 1) }
    if text.labelIgnored { problems.note(.encoding, line: 1) }
    if text.repairedSequences > 0 {
      problems.note(.encoding, times: text.repairedSequences, line: text.firstRepairedLine)
    }
    return XMLOutcome(
      encoding: text.encoding.name, problems: problems.all, damage: scan.damage,
      hasRoot: scan.hasRoot, publicID: scan.publicID)
  }

  private static func decode(_ bytes: DocumentBytes, charset: String?) throws -> DecodedText {
    var pass = DocumentPass(bytes)
    do throws(EncodingRefusal) {
      return try bytes.withUnsafeBufferPointer { (text) throws(EncodingRefusal) in
        try TextDecoder.decode(
          text, charset: charset, declared: XMLDeclaration.encoding(text)
        ) { pass.move(to: $0) }
      }
    } catch {
      throw XMLRefusal.encoding(error)
    }
  }

  private struct Scan {
    var problems = XMLProblems()
    var damage: XMLDamage?
    var hasRoot = true
    var publicID: String?
  }

  private static func run(
    _ handler: some XMLHandler, over bytes: DocumentBytes, base: String?, limits: Limits
  ) throws -> Scan {
    try bytes.withUnsafeBufferPointer { text in
      try run(handler, over: text, DocumentPass(bytes), base: base, limits: limits)
    }
  }

  /// The strict reader goes first; what it leaves is prepared for libxml2.
  private static func run(
    _ handler: some XMLHandler, over bytes: UnsafeBufferPointer<UInt8>, _ pass: DocumentPass,
    base: String?, limits: Limits
  ) throws -> Scan {
    var pass = pass
    var strict = XMLStrictReader(bytes, base: base, handler: handler, passing: pass)
    if limits.isStrictFirst, try strict.read() { return Scan() }
    let scanner = XMLScanner(handler: handler, base: base, limits: limits.scanner)
    var preparation = XMLPreparation(bytes, limits: limits.preparation)
    if strict.hasRoot {
      preparation.resume(
        at: strict.boundary,
        within: strict.frames.map { .init(name: $0.qualified, hasChildren: $0.hasChildren) })
      try scanner.resume(
        within: strict.openElements, names: strict.names.all, line: strict.line)
    }
    while try preparation.next() {
      try scanner.scan(preparation.output)
      pass.move(to: preparation.position)
    }
    try scanner.finish()
    var problems = preparation.problems
    problems.add(scanner.problems)
    return Scan(
      problems: problems, damage: scanner.damage, hasRoot: scanner.hasRoot,
      publicID: preparation.doctype?.publicID)
  }
}

/// The XML declaration, of which only the encoding matters (XML 1.0, production 23).
enum XMLDeclaration {
  /// The encoding it names, if there is a declaration in the first kilobyte.
  static func encoding(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let head = bytes.prefix(1_024)
    let text = String(decoding: head.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
    guard let start = text.firstRange(of: "<?xml"),
      let end = text[start.upperBound...].firstIndex(of: ">")
    else { return nil }
    let declaration = text[start.upperBound..<end]
    guard declaration.first?.isWhitespace == true,
      let label = declaration.firstRange(of: "encoding")
    else { return nil }
    let value = declaration[label.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
