import AlmanacModel

/// A JSON document, read whole but for the elements that were held back.
struct JSONDocument {
  let value: JSONValue
  let encoding: String
  /// In UTF-8.
  private let bytes: [UInt8]
  /// Where the elements are that were held back.
  let held: [Range<Int>]
  /// Where the first of the values are that were replaced.
  private var hugeNumber: Int?
  private var halfCharacter: Int?

  enum Failure: Error, Equatable {
    case encoding(message: String)
    case tooDeep(message: String)
    case tooManyItems(limit: Int)
    case tooManyValues(limit: Int)
    /// Not JSON (RFC 8259); the line is one-based, where known.
    case syntax(message: String, line: Int?)
  }

  /// - Parameter name: of a member of the outermost object that is an array whose elements are read
  ///   one by one by `element(_:)`: memory then holds one of them at a time.
  static func read(
    _ bytes: [UInt8], _ context: ReadingContext, holdingBack name: String? = nil
  ) throws(Failure) -> JSONDocument {
    let text: DecodedText
    do throws(EncodingRefusal) {
      text = try TextDecoder.decode(bytes, charset: ContentType.charset(context.contentType))
    } catch {
      throw .encoding(message: error.description)
    }
    // JSON is UTF-8 (RFC 8259 section 8.1). Another encoding may be named or plain to see; bytes that
    // are of none are damage, and nobody knows what they meant.
    guard text.repairedSequences == 0 || text.encoding != .utf8 else {
      throw .encoding(
        message: "\(text.repairedSequences) sequences are not UTF-8, the first in line "
          + "\(text.firstRepairedLine); ask the publisher for valid UTF-8")
    }
    let limits = JSONLimits(values: context.limits.values, items: context.limits.entries)
    let reading = try read(text.bytes, holdingBack: name, limits)
    return JSONDocument(
      value: reading.value, encoding: text.encoding.name, bytes: text.bytes, held: reading.deferred,
      hugeNumber: reading.hugeNumber, halfCharacter: reading.halfCharacter)
  }

  /// Reads an element that was held back; it was checked, so that it is there.
  mutating func element(_ range: Range<Int>) -> JSONValue? {
    do throws(JSONSyntaxError) {
      let element = try JSONReading(element: range, of: bytes.span)
      if let offset = element.hugeNumber { hugeNumber = min(offset, hugeNumber ?? offset) }
      if let offset = element.halfCharacter { halfCharacter = min(offset, halfCharacter ?? offset) }
      return element.value
    } catch {
      return nil
    }
  }

  /// - Parameter bytes: in UTF-8.
  static func value(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    try read(bytes, holdingBack: nil, JSONLimits()).value
  }

  private static func read(
    _ bytes: [UInt8], holdingBack name: String?, _ limits: JSONLimits
  ) throws(Failure) -> JSONReading {
    do throws(JSONSyntaxError) {
      return try JSONReading(
        parsing: bytes, deferring: name, limits: limits)
    } catch {
      switch error.excess {
      case .items: throw .tooManyItems(limit: limits.items)
      case .values: throw .tooManyValues(limit: limits.values)
      case nil where error.isTooDeep: throw .tooDeep(message: error.description)
      case nil: throw .syntax(message: error.description, line: error.line)
      }
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
    JSONSyntaxError.line(of: offset, in: bytes)
  }
}

extension JSONDocument.Failure {
  var finding: Finding {
    switch self {
    case .encoding(let message): Finding("E_ENCODING", message: message)
    case .tooDeep(let message): Finding("E_DEPTH", message: message)
    case .tooManyItems(let limit): Finding(FeedRefusal.tooManyItems(limit: limit))
    case .tooManyValues(let limit):
      Finding(
        "E_SIZE", message: "the document has more than \(limit) values; ask for a shorter window")
    case .syntax(let message, let line):
      Finding("E_PARSE", message: "the document is not JSON: \(message)", line: line)
    }
  }
}
