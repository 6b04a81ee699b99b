/// JSON in a form that is safe inside a script element.
enum ScriptText {
  /// Escapes sequences that end a script element or, in older engines, a line (ECMA-262 before
  /// 2019: U+2028 and U+2029). In JSON these bytes occur only inside strings.
  static func escaped(_ json: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count)
    for (index, byte) in json.enumerated() {
      if byte == UInt8(ascii: "<") {
        bytes.append(contentsOf: #"\u003c"#.utf8)
      } else if byte & 0xfe == 0xa8, index >= 2, json[index - 1] == 0x80, json[index - 2] == 0xe2 {
        bytes.removeLast(2)
        bytes.append(contentsOf: (byte == 0xa8 ? #"\u2028"# : #"\u2029"#).utf8)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
