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
    let text = try decoded(bytes, context)
    return (try value(text.bytes), text.encoding)
  }

  /// - Parameter bytes: in UTF-8.
  static func value(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    do throws(JSONSyntaxError) { return try JSONValue(parsing: bytes) } catch {
      throw .syntax(message: error.description, line: error.line)
    }
  }

  /// JSON is UTF-8 (RFC 8259 section 8.1); what else is met is read all the same.
  private static func decoded(
    _ bytes: [UInt8], _ context: ReadingContext
  ) throws(Failure) -> (bytes: [UInt8], encoding: String) {
    let charset = ContentType.charset(context.contentType)
    let result: Result<([UInt8], String), EncodingRefusal> = bytes.withUnsafeBufferPointer {
      buffer in
      do throws(EncodingRefusal) {
        let text = try TextDecoder.decode(buffer, charset: charset, declared: nil)
        return .success((text.converted ?? Array(buffer[text.start...]), text.encoding.name))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let text): return text
    case .failure(let refusal):
      throw .encoding(code: EncodingRefusal.code, message: refusal.description)
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
