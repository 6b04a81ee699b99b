import Foundation

/// A line of NDJSON whose members can be read byte for byte, and replaced without changing the others.
///
/// A decoder and an encoder would change them: they round integers that a `Double` can't represent, keep
/// only one of two members with the same name, and may escape strings differently.
public struct RecordLine {
  private let bytes: [UInt8]
  /// The members in their order, without the commas between them.
  private let members: [Range<Int>]
  /// Index of the closing brace.
  private let end: Int

  /// - Parameter line: One valid JSON object.
  public init(_ line: ArraySlice<UInt8>) {
    bytes = Array(line)
    var members: [Range<Int>] = []
    // Finds the commas of depth 1, which separate the members.
    var (depth, start, index, end) = (0, 0, 0, bytes.count)
    scan: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): index = Self.endOfString(bytes, index)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 1 { start = index + 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          members.append(start..<index)
          end = index
          break scan
        }
      case UInt8(ascii: ",") where depth == 1:
        members.append(start..<index)
        start = index + 1
      default: break
      }
      index += 1
    }
    if members.count == 1, bytes[members[0]].allSatisfy({ $0 <= 0x20 }) { members = [] }
    self.members = members
    self.end = end
  }

  /// Index of the quote that closes a string.
  ///
  /// - Parameter start: Index of the opening quote.
  private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }

  /// The line without the named members and with others at the end, and a line break.
  ///
  /// - Parameter added: The new members as JSON, separated by commas.
  public func replacing(_ names: Set<String>, with added: some Sequence<UInt8>) throws -> [UInt8] {
    let kept = try members.filter { try !names.contains(name(of: $0)) }
    var line: [UInt8]
    if kept.count == members.count {
      line = Array(bytes[..<end])
      if !members.isEmpty { line.append(UInt8(ascii: ",")) }
    } else {
      line = [UInt8(ascii: "{")]
      for member in kept { line += bytes[member] + [UInt8(ascii: ",")] }
    }
    line += added
    return line + [UInt8(ascii: "}"), UInt8(ascii: "\n")]
  }

  /// The JSON of the values without whitespace before them, by member name.
  public func values() throws -> [String: ArraySlice<UInt8>] {
    var values: [String: ArraySlice<UInt8>] = [:]
    for member in members {
      guard let start = bytes[member].firstIndex(of: UInt8(ascii: "\"")),
        let colon = bytes[Self.endOfString(bytes, start)..<member.upperBound]
          .firstIndex(of: UInt8(ascii: ":"))
      else { throw UnexpectedRecord() }
      values[try name(of: member)] = bytes[(colon + 1)..<member.upperBound].drop { $0 <= 0x20 }
    }
    return values
  }

  private func name(of member: Range<Int>) throws -> String {
    guard let start = bytes[member].firstIndex(of: UInt8(ascii: "\"")) else { return "" }
    return try Self.string(bytes[start...Self.endOfString(bytes, start)])
  }

  /// Decodes a JSON string.
  ///
  /// - Throws: `DecodingError`.
  public static func string(_ quoted: ArraySlice<UInt8>) throws -> String {
    guard quoted.contains(UInt8(ascii: "\\")) else {
      return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    }
    return try JSONDecoder().decode(String.self, from: Data(quoted))
  }
}
