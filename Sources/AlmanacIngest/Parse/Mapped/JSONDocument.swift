import AlmanacModel
import Foundation

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
    return (try parse(text.bytes), text.encoding)
  }

  /// - Parameter text: in UTF-8.
  static func parse(_ text: [UInt8]) throws(Failure) -> JSONValue {
    do {
      return try JSONDecoder().decode(JSONValue.self, from: Data(text))
    } catch {
      throw failure(error)
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

  private static func failure(_ error: any Error) -> Failure {
    guard case DecodingError.dataCorrupted(let context)? = error as? DecodingError else {
      return .syntax(message: "the document is not JSON", line: nil)
    }
    let detail =
      (context.underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey] as? String
    let message = FieldText.clean(detail ?? context.debugDescription).text
    return .syntax(message: String(message.prefix(200)), line: line(in: message))
  }

  /// Foundation says `… around line 3, column 7.`
  private static func line(in message: String) -> Int? {
    guard let range = message.firstRange(of: "line ") else { return nil }
    return Int(message[range.upperBound...].prefix { $0.isNumber })
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
