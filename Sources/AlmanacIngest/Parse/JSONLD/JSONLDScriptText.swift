import AlmanacModel

/// The text of a JSON-LD script, without wrappers and common syntax errors.
struct JSONLDScriptText {
  private let text: String

  init(_ text: String) {
    let unwrapped = Self.unwrapped(text)
    // Some page editors escape the text of scripts.
    let isEscaped = unwrapped.hasPrefix("{&quot;") || unwrapped.hasPrefix("[{&quot;")
    self.text = isEscaped ? HTMLEntities.decode(unwrapped) : unwrapped
  }

  var isBlank: Bool { text.isEmpty }

  /// Parses the text. If it is not JSON, retries with the repairs of what page templates produce.
  func parsed() throws(DocumentRefusal) -> JSONValue {
    do throws(DocumentRefusal) {
      return try JSONDocument.value(Array(text.utf8))
    } catch {
      let repaired = Self.repaired(text)
      // The first error has the line in the page.
      guard repaired != Array(text.utf8), let value = Self.value(repaired) else { throw error }
      return value
    }
  }

  private static func value(_ text: [UInt8]) -> JSONValue? {
    do throws(DocumentRefusal) { return try JSONDocument.value(text) } catch { return nil }
  }

  /// Removes comments and CDATA markers around the script, which hide it from old browsers and XML
  /// parsers.
  private static func unwrapped(_ text: String) -> String {
    let openings = ["\u{FEFF}", "<!--", "//", "/*", "*/", "<![CDATA["]
    let endings = ["-->", "//", "/*", "*/", "]]>", ";"]
    var text = text.replacing(#/^\s*\/\*[^{\[]*?\*\//#, with: "").trimming(while: \.isWhitespace)
    // A wrapper has one or two markers; the limit bounds the cost of a text of nothing else.
    for _ in 0..<8 {
      guard let opening = openings.first(where: text.hasPrefix) else { break }
      text = text.dropFirst(opening.count).trimming(while: \.isWhitespace)
    }
    for _ in 0..<8 {
      guard let ending = endings.first(where: text.hasSuffix) else { break }
      text = text.dropLast(ending.count).trimming(while: \.isWhitespace)
    }
    return text
  }

  /// Escapes control characters in strings, drops commas before a closing bracket and backslashes
  /// before other characters than JSON has escapes for, removes comments, and makes several values
  /// one list, with or without commas or semicolons between them.
  private static func repaired(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    var isInText = false
    var isEscaped = false
    var depth = 0
    var values = 0
    var comment: JSONLDComment?
    for byte in text.utf8 {
      if let open = comment {
        comment = open.continues(after: byte)
        continue
      }
      if isInText {
        if byte < 0x20 {
          output += byte == 0x0A ? Array("\\n".utf8) : byte == 0x0D ? [] : [0x20]
          isEscaped = false
          continue
        }
        if isEscaped, !escapes.contains(byte) { output.removeLast() }
        isInText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if let start = JSONLDComment(after: output.last, byte) {
        output.removeLast()
        comment = start
        continue
      } else if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        if depth == 0 { values += 1 }
        if depth == 0, values > 1 { output.append(UInt8(ascii: ",")) }
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        let last = output.lastIndex { !$0.isSpace }
        if let last, output[last] == UInt8(ascii: ",") { output.remove(at: last) }
        depth -= 1
      }
      output.append(byte)
    }
    guard values > 1 else { return output }
    return [UInt8(ascii: "[")] + output + [UInt8(ascii: "]")]
  }

  /// The characters after a backslash (RFC 8259, section 7).
  private static let escapes = Set("\"\\/bfnrtu".utf8)
}

/// An open comment of JavaScript, which JSON does not have.
private struct JSONLDComment {
  private let isLine: Bool
  private var hasStar = false

  /// Returns nil if two bytes outside of texts do not begin a comment.
  init?(after last: UInt8?, _ byte: UInt8) {
    guard last == UInt8(ascii: "/"), byte == UInt8(ascii: "/") || byte == UInt8(ascii: "*") else {
      return nil
    }
    isLine = byte == UInt8(ascii: "/")
  }

  /// The comment after the next byte; nil if that ends it.
  func continues(after byte: UInt8) -> JSONLDComment? {
    if isLine { return byte == 0x0A ? nil : self }
    if hasStar, byte == UInt8(ascii: "/") { return nil }
    var comment = self
    comment.hasStar = byte == UInt8(ascii: "*")
    return comment
  }
}
