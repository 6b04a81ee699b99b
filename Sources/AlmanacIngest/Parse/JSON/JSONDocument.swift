import AlmanacModel

/// A JSON document, read whole.
struct JSONDocument {
  let value: JSONValue
  let encoding: String
  /// Values that were replaced.
  var problems: [Finding] = []

  enum Failure: Error, Equatable {
    case encoding(message: String)
    case tooDeep(message: String)
    /// More values than any feed has, or more items in one list.
    case tooLarge(JSONOutline.Excess)
    /// Not JSON (RFC 8259); the line is one-based, where known.
    case syntax(message: String, line: Int?)
  }

  static func read(
    _ bytes: [UInt8], _ context: ReadingContext
  ) throws(Failure) -> JSONDocument {
    let text: TextBytes
    do throws(EncodingRefusal) {
      text = try TextBytes.utf8(bytes, contentType: context.contentType)
    } catch {
      throw .encoding(message: error.description)
    }
    // JSON is UTF-8 (RFC 8259 section 8.1). Another encoding may be named or plain to see; bytes that
    // are of none are damage, and nobody knows what they meant.
    guard text.repairs == 0 || text.encoding != "utf-8" else {
      throw .encoding(
        message: "\(text.repairs) sequences are not UTF-8, the first in line "
          + "\(text.firstRepairedLine); ask the publisher for valid UTF-8")
    }
    let outline = JSONOutline(text.bytes)
    if let excess = outline.excess(context.limits) { throw .tooLarge(excess) }
    let reading = try read(text.bytes)
    var document = JSONDocument(value: reading.value, encoding: text.encoding)
    document.note(reading)
    return document
  }

  /// - Parameter bytes: in UTF-8.
  static func value(_ bytes: [UInt8]) throws(Failure) -> JSONValue { try read(bytes).value }

  private static func read(_ bytes: [UInt8]) throws(Failure) -> JSONReading {
    do throws(JSONSyntaxError) { return try JSONReading(parsing: bytes) } catch {
      if error.isTooDeep { throw .tooDeep(message: error.description) }
      throw .syntax(message: error.description, line: error.line)
    }
  }

  private mutating func note(_ reading: JSONReading) {
    if let line = reading.hugeNumber {
      problems.append(
        Finding(
          "Q_NUMBER", message: "a number is beyond all bounds; such numbers were left out",
          line: line))
    }
    if let line = reading.halfCharacter {
      problems.append(
        Finding(
          "S_CTRL", message: "an escape is half a character; a replacement stands for such halves",
          line: line))
    }
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
