import AlmanacModel

/// The script around a JSON document: the call of JSONP, an assignment, or a prefix that keeps other
/// sites from including the document as a script.
enum JSONWrapper {
  /// The bytes examined before the JSON; names of JSONP functions have about 50.
  private static let headBytes = 256

  static let finding = Finding(
    "W_JSON_WRAPPED",
    message: "the JSON is wrapped in a script and was read without it; "
      + "ask for the document without a 'callback' parameter")

  /// Whether a script before JSON begins the bytes.
  static func begins(_ bytes: [UInt8]) -> Bool { start(in: bytes) != nil }

  /// Replaces the script by spaces, so that lines and offsets stay the same.
  ///
  /// - Returns: Whether there was one.
  static func blank(_ bytes: inout [UInt8]) -> Bool {
    guard let start = start(in: bytes),
      let last = bytes.lastIndex(where: { !$0.isSpace && !");".utf8.contains($0) })
    else { return false }
    for index in Array(0..<start) + Array((last + 1)..<bytes.count) where bytes[index] != 0x0A {
      bytes[index] = 0x20
    }
    return true
  }

  /// The index of the first bracket after a script; nil without one.
  private static func start(in bytes: [UInt8]) -> Int? {
    let head = bytes.prefix(headBytes)
    let brackets = Array("{[".utf8)
    guard let start = head.firstIndex(where: brackets.contains), start > 0 else { return nil }
    let script = String(decoding: head[..<start], as: UTF8.self)
    let call =
      #/(?:(?:typeof\s+[\w$.]+\s*={2,3}\s*['"]function['"]|[\w$.]+)\s*&&\s*)?[\w$.]+\s*\(/#
    let assignment = #/(?:(?:var|let|const)\s+)?[\w$.]+\s*=|export\s+default/#
    let barrier = #/\)\]\}'?,?|(?:while\s*\((?:1|true)\)|for\s*\(;;\)|throw\s+1)\s*;/#
    let code = script.replacing(#/^\s*(?:\/\*[^*]*\*\/)?\s*|\s+$/#, with: "")
    let isScript =
      code.wholeMatch(of: call) != nil || code.wholeMatch(of: assignment) != nil
      || code.wholeMatch(of: barrier) != nil
    return isScript ? start : nil
  }
}
