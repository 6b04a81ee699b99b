import AlmanacModel

/// A JSON document. The elements of one array may be deferred, so that one at a time is in memory.
struct JSONDocument {
  let value: JSONValue
  let encoding: String
  /// UTF-8.
  private let bytes: [UInt8]
  var size: Int { bytes.count }
  /// The ranges of the deferred elements.
  let deferredElements: [Range<Int>]
  /// Offsets of the first replaced values.
  private var hugeNumber: Int?
  private var halfCharacter: Int?
  /// Findings about the document as a whole.
  private var repairs: [Finding] = []

  /// - Parameter name: A member of the root object: an array whose elements are deferred and read
  ///   one by one with `element(_:)`.
  static func read(
    _ bytes: [UInt8], _ context: ReadingContext, deferring name: String? = nil
  ) throws(DocumentRefusal) -> JSONDocument {
    var text = try TextDecoder.decode(bytes, charset: ContentType.charset(context.contentType))
    // JSON is UTF-8 (RFC 8259, section 8.1). Other encodings are accepted if they are declared or
    // detected; other invalid UTF-8 is damage.
    guard text.repairedSequences == 0 || text.encoding != .utf8 || isWestern(bytes, text) else {
      throw .invalidUTF8(count: text.repairedSequences, line: text.firstRepairedLine)
    }
    var repairs = [text.repairFinding].compactMap(\.self)
    if JSONWrapper.blank(&text.bytes) { repairs.append(JSONWrapper.finding) }
    Self.joinLines(&text.bytes)
    let limits = JSONLimits(values: context.limits.values, items: context.limits.entries)
    let reading = try read(text.bytes, deferring: name, limits)
    return JSONDocument(
      value: reading.value, encoding: text.encoding.name, bytes: text.bytes,
      deferredElements: reading.deferred, hugeNumber: reading.hugeNumber,
      halfCharacter: reading.halfCharacter, repairs: repairs)
  }

  /// Makes one array of NDJSON, which has an object in each line.
  private static func joinLines(_ bytes: inout [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A),
      bytes.first(where: { !$0.isSpace }) == UInt8(ascii: "{"),
      bytes[..<end].last(where: { !$0.isSpace }) == UInt8(ascii: "}"),
      bytes[end...].first(where: { !$0.isSpace }) == UInt8(ascii: "{")
    else { return }
    let lines = bytes.split(separator: 0x0A).filter { !$0.allSatisfy(\.isSpace) }
    bytes = [UInt8(ascii: "[")] + Array(lines.joined(separator: ",\n".utf8)) + [UInt8(ascii: "]")]
  }

  /// Whether undeclared windows-1252 is likely: no character beyond ASCII is UTF-8, and no more than
  /// two follow each other, as in Western European languages.
  private static func isWestern(_ bytes: [UInt8], _ text: DecodedText) -> Bool {
    var (count, run) = (0, 0)
    for byte in bytes {
      run = byte < 0x80 ? 0 : run + 1
      if run > 0 { count += 1 }
      if run > 2 { return false }
    }
    return count == text.repairedSequences
  }

  /// Reads a deferred element, whose syntax has already been checked.
  mutating func element(_ range: Range<Int>) -> JSONValue? {
    do throws(JSONSyntaxError) {
      let element = try JSONReading(element: range, of: bytes.span)
      noteReplaced(element.hugeNumber, element.halfCharacter)
      return element.value
    } catch {
      return nil
    }
  }

  /// Notes what a copy of the document replaced in other elements.
  mutating func addReplacements(of copy: JSONDocument) {
    noteReplaced(copy.hugeNumber, copy.halfCharacter)
  }

  private mutating func noteReplaced(_ number: Int?, _ character: Int?) {
    hugeNumber = [hugeNumber, number].compactMap(\.self).min()
    halfCharacter = [halfCharacter, character].compactMap(\.self).min()
  }

  /// - Parameter bytes: UTF-8.
  static func value(_ bytes: [UInt8]) throws(DocumentRefusal) -> JSONValue {
    try read(bytes, deferring: nil, JSONLimits()).value
  }

  private static func read(
    _ bytes: [UInt8], deferring name: String?, _ limits: JSONLimits
  ) throws(DocumentRefusal) -> JSONReading {
    do throws(JSONSyntaxError) {
      return try JSONReading(
        parsing: bytes, deferring: name, limits: limits)
    } catch {
      switch error.excess {
      case .items: throw .tooManyItems(limit: limits.items)
      case .values:
        throw DocumentRefusal(
          code: "E_SIZE",
          message: "the document has more than \(limits.values) values; ask for a shorter window")
      case nil where error.isTooDeep:
        throw DocumentRefusal(code: "E_DEPTH", message: error.description)
      case nil:
        throw DocumentRefusal(
          code: "E_PARSE", message: "the document is not JSON: \(error.description)",
          line: error.line)
      }
    }
  }

  /// Findings about replaced values in the part of the document that was read.
  var problems: [Finding] {
    var problems = repairs
    if let hugeNumber {
      problems.append(
        Finding(
          "Q_NUMBER", message: "a number is out of range; such numbers were left out",
          line: line(of: hugeNumber)))
    }
    if let halfCharacter {
      problems.append(
        Finding(
          "S_CTRL", message: "an escape is half a surrogate pair; such halves were replaced",
          line: line(of: halfCharacter)))
    }
    return problems
  }

  private func line(of offset: Int) -> Int {
    JSONSyntaxError.line(of: offset, in: bytes)
  }
}
