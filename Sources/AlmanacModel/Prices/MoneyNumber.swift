/// Digits of a text with the marks between them, such as `1.200,50`.
struct MoneyNumber {
  /// In the bytes of the text; with the dash of `20,–`.
  private(set) var range: Range<Int>
  private var groups: [Range<Int>]
  private var marks: [Mark] = []

  private enum Mark: Equatable {
    case point, comma, apostrophe, space
  }

  /// Whether a plain space parts groups: it may part two numbers as well.
  var hasPlainSpace = false

  /// - Parameter start: The first of the digits.
  init(_ bytes: [UInt8], at start: Int) {
    var end = Self.digits(bytes, from: start)
    groups = [start..<end]
    while let (mark, length) = Self.mark(bytes, at: end), Self.isDigit(bytes, end + length) {
      let next = end + length
      let close = Self.digits(bytes, from: next)
      if mark == .space {
        // "May 5 200": groups of thousands begin with one to three digits and no zero.
        guard close - next == 3, groups[0].count <= 3, bytes[start] != UInt8(ascii: "0"),
          marks.allSatisfy({ $0 == .space })
        else { break }
        if length == 1 { hasPlainSpace = true }
      }
      marks.append(mark)
      groups.append(next..<close)
      end = close
    }
    range = start..<end + Self.closingDash(bytes, at: end)
  }

  /// Nil where the marks can be read in two ways or in none.
  ///
  /// - Parameter currency: Nil for a number that stands alone.
  func value(_ bytes: [UInt8], in currency: String?) -> Double? {
    guard let last = groups.last, groups.reduce(0, { $0 + $1.count }) <= 15 else { return nil }
    guard let mark = marks.last else { return Self.number(groups, bytes) }
    let others = marks.dropLast()
    if others.allSatisfy({ $0 == mark }) {
      let isDecimal = others.isEmpty && (mark == .point || mark == .comma)
      let hasThreeDecimals = mark == .point && Currencies.threeDecimals.contains(currency ?? "")
      if areThousands(groups, bytes), !hasThreeDecimals {
        // "1.200" alone is a number of a machine or a thousand.
        return isDecimal && mark == .point && currency == nil ? nil : Self.number(groups, bytes)
      }
      guard isDecimal, last.count <= 2 || mark == .point || isZero(groups[0], bytes) else {
        return nil
      }
      return Self.number(groups, bytes, decimals: true)
    }
    guard mark == .point || mark == .comma, others.allSatisfy({ $0 == others.first }),
      last.count <= 2, areThousands(groups.dropLast(), bytes)
    else { return nil }
    return Self.number(groups, bytes, decimals: true)
  }

  private func isZero(_ group: Range<Int>, _ bytes: [UInt8]) -> Bool {
    group.count == 1 && bytes[group.lowerBound] == UInt8(ascii: "0")
  }

  private func areThousands(_ groups: some Collection<Range<Int>>, _ bytes: [UInt8]) -> Bool {
    guard let first = groups.first, (1...3).contains(first.count),
      bytes[first.lowerBound] != UInt8(ascii: "0")
    else { return false }
    return groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  private static func number(
    _ groups: [Range<Int>], _ bytes: [UInt8], decimals: Bool = false
  ) -> Double? {
    var digits = ""
    for (index, group) in groups.enumerated() {
      if decimals, index == groups.count - 1 { digits += "." }
      digits += String(decoding: bytes[group], as: UTF8.self)
    }
    return Double(digits)
  }

  static func isDigit(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes.indices.contains(index) && (0x30...0x39).contains(bytes[index])
  }

  private static func digits(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while isDigit(bytes, end) { end += 1 }
    return end
  }

  private static func mark(_ bytes: [UInt8], at index: Int) -> (Mark, length: Int)? {
    guard bytes.indices.contains(index) else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "."): return (.point, 1)
    case UInt8(ascii: ","): return (.comma, 1)
    case UInt8(ascii: "'"): return (.apostrophe, 1)
    case UInt8(ascii: " "): return (.space, 1)
    case 0xC2 where bytes[index...].starts(with: [0xC2, 0xA0]): return (.space, 2)
    // A typographic apostrophe; a thin and a narrow space.
    case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0x99]): return (.apostrophe, 3)
    case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0x89]): return (.space, 3)
    case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xAF]): return (.space, 3)
    default: return nil
    }
  }

  /// Bytes of the `,-` or `.–` for no cents.
  private static func closingDash(_ bytes: [UInt8], at end: Int) -> Int {
    guard bytes.indices.contains(end), bytes[end] == 0x2C || bytes[end] == 0x2E else { return 0 }
    let rest = bytes[(end + 1)...]
    let dash = rest.starts(with: [0x2D]) ? 1 : rest.starts(with: [0xE2, 0x80]) ? 3 : 0
    guard dash > 0, dash == 1 || rest.count >= 3, !isDigit(bytes, end + 1 + dash),
      dash == 1 || rest[end + 3] == 0x93 || rest[end + 3] == 0x94
    else { return 0 }
    return 1 + dash
  }
}
