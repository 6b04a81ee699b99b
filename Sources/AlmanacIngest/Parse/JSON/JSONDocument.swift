import AlmanacModel

/// A JSON document, read whole.
enum JSONDocument {
  enum Failure: Error, Equatable {
    case encoding(code: String, message: String)
    /// Not JSON (RFC 8259); the line is one-based, where known.
    case syntax(message: String, line: Int?)
  }

  static func read(
    _ bytes: [UInt8], _ context: ReadingContext
  ) throws(Failure) -> (value: JSONValue, encoding: String) {
    // JSON is UTF-8 (RFC 8259 section 8.1); what else is met is read all the same.
    let text: TextBytes
    do throws(EncodingRefusal) {
      text = try TextBytes.utf8(bytes, contentType: context.contentType)
    } catch {
      throw .encoding(code: EncodingRefusal.code, message: error.description)
    }
    return (try value(text.bytes), text.encoding)
  }

  /// - Parameter bytes: in UTF-8.
  static func value(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    do throws(JSONSyntaxError) { return try JSONValue(parsing: bytes) } catch {
      throw .syntax(message: error.description, line: error.line)
    }
  }
}

extension JSONDocument.Failure {
  var finding: Finding {
    switch self {
    case .encoding(let code, let message):
      Finding(FindingCode(rawValue: code), message: message)
    case .syntax(let message, let line):
      Finding("E_PARSE", message: "the document is not JSON: \(message)", line: line)
    }
  }
}
