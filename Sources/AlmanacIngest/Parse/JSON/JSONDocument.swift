import AlmanacFiles
import AlmanacModel

/// A JSON document, read whole but for what was held back.
struct JSONDocument {
  let value: JSONValue
  let encoding: String
  /// In UTF-8.
  private let bytes: DocumentBytes
  private var pass: DocumentPass
  /// Where the elements are that were held back.
  let held: [Range<Int>]
  /// Where the first of the values are that were replaced.
  private var hugeNumber: Int?
  private var halfCharacter: Int?

  enum Failure: Error, Equatable {
    case encoding(message: String)
    case tooDeep(message: String)
    /// More values than any feed has, or more items in one list.
    case tooLarge(JSONOutline.Excess)
    /// Not JSON (RFC 8259); the line is one-based, where known.
    case syntax(message: String, line: Int?)
  }

  /// - Parameter name: of a member of the outermost object that is an array whose elements are to be
  ///   had one by one by `element(_:)`: memory then holds one of them at a time.
  static func read(
    _ bytes: DocumentBytes, _ context: ReadingContext, holdingBack name: String? = nil
  ) throws(Failure) -> JSONDocument {
    let text: TextBytes
    do throws(EncodingRefusal) {
      text = try TextBytes.utf8(bytes, contentType: context.contentType)
    } catch {
      throw .encoding(message: error.description)
    }
    if let failure = text.bytes.failure { throw .encoding(message: failure.description) }
    // JSON is UTF-8 (RFC 8259 section 8.1). Another encoding may be named or plain to see; bytes that
    // are of none are damage, and nobody knows what they meant.
    guard text.repairs == 0 || text.encoding != "utf-8" else {
      throw .encoding(
        message: "\(text.repairs) sequences are not UTF-8, the first in line "
          + "\(text.firstRepairedLine); ask the publisher for valid UTF-8")
    }
    let outline = JSONOutline(text.bytes)
    if let excess = outline.excess(context.limits) { throw .tooLarge(excess) }
    let reading = try read(text.bytes, isChecked: true, holdingBack: name)
    return JSONDocument(
      value: reading.value, encoding: text.encoding, bytes: text.bytes,
      pass: DocumentPass(text.bytes), held: reading.held,
      hugeNumber: reading.hugeNumber, halfCharacter: reading.halfCharacter)
  }

  /// Reads an element that was held back, each behind the one before; it was checked, so that it is
  /// there.
  mutating func element(_ range: Range<Int>) -> JSONElement? {
    pass.move(to: range.lowerBound)
    do throws(JSONSyntaxError) {
      let element = try bytes.withUnsafeBufferPointer { (text) throws(JSONSyntaxError) in
        try JSONElement(range, of: text.span, isChecked: true)
      }
      if let offset = element.hugeNumber { hugeNumber = min(offset, hugeNumber ?? offset) }
      if let offset = element.halfCharacter { halfCharacter = min(offset, halfCharacter ?? offset) }
      return element
    } catch {
      return nil
    }
  }

  /// - Parameter bytes: in UTF-8.
  static func value(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    try read(DocumentBytes(bytes)).value
  }

  private static func read(
    _ bytes: DocumentBytes, isChecked: Bool = false, holdingBack name: String? = nil
  ) throws(Failure) -> JSONReading {
    var pass = DocumentPass(bytes)
    do throws(JSONSyntaxError) {
      return try bytes.withUnsafeBufferPointer { (text) throws(JSONSyntaxError) in
        try JSONReading(parsing: text.span, isChecked: isChecked, holdingBack: name) {
          pass.move(to: $0)
        }
      }
    } catch {
      if error.isTooDeep { throw .tooDeep(message: error.description) }
      throw .syntax(message: error.description, line: error.line)
    }
  }

  /// Values that were replaced, as far as the document was read.
  var problems: [Finding] {
    var problems: [Finding] = []
    if let hugeNumber {
      problems.append(
        Finding(
          "Q_NUMBER", message: "a number is beyond all bounds; such numbers were left out",
          line: line(of: hugeNumber)))
    }
    if let halfCharacter {
      problems.append(
        Finding(
          "S_CTRL", message: "an escape is half a character; a replacement stands for such halves",
          line: line(of: halfCharacter)))
    }
    return problems
  }

  private func line(of offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { JSONSyntaxError.line(of: offset, in: $0) }
  }
}

extension JSONDocument.Failure {
  var finding: Finding {
    switch self {
    case .encoding(let message): Finding("E_ENCODING", message: message)
    case .tooDeep(let message): Finding("E_DEPTH", message: message)
    case .tooLarge(.items(let limit)): Finding(FeedRefusal.tooManyItems(limit: limit))
    case .tooLarge(.values(let limit)):
      Finding(
        "E_SIZE", message: "the document has more than \(limit) values; ask for a shorter window")
    case .syntax(let message, let line):
      Finding("E_PARSE", message: "the document is not JSON: \(message)", line: line)
    }
  }
}
