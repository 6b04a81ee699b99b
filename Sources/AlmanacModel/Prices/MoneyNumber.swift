/// A number in a text: groups of digits with separators between them, such as `1.200,50`.
struct MoneyNumber {
  /// The range in the bytes of the text, including the dash of `20,–`.
  private(set) var range: Range<Int>
  private var groups: [Range<Int>]
  /// The separators between the groups.
  private var marks: [Mark] = []

  private enum Mark: Equatable {
    case point, comma, apostrophe, space
  }

  /// Whether a plain space separates groups. It may also separate two numbers.
  var hasPlainSpace = false

  /// - Parameter start: The index of the first digit.
  init(_ bytes: [UInt8], at start: Int) {
    var end = Self.digits(bytes, from: start)
    groups = [start..<end]
    while let (mark, length) = Self.mark(bytes, at: end), Self.isDigit(bytes, end + length) {
      let next = end + length
      let close = Self.digits(bytes, from: next)
      if mark == .space {
        // Thousands have one to three digits in front, without a leading zero, and three in each
        // further group; "2026 200" is two numbers.
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

  /// The value; nil if the separators are ambiguous or invalid.
  ///
  /// - Parameter currency: nil for a number without a currency.
  func value(_ bytes: [UInt8], in currency: String?) -> Double? {
    guard let last = groups.last, groups.reduce(0, { $0 + $1.count }) <= 15 else { return nil }
    guard let mark = marks.last else { return Self.number(groups, bytes) }
    let others = marks.dropLast()
    if others.allSatisfy({ $0 == mark }) {
      let isDecimal = others.isEmpty && (mark == .point || mark == .comma)
      let hasThreeDecimals = mark == .point && Currencies.threeDecimals.contains(currency ?? "")
      if areThousands(groups, bytes), !hasThreeDecimals {
        // "1.200" without a currency is either 1.2 or 1,200.
        return isDecimal && mark == .point && currency == nil ? nil : Self.number(groups, bytes)
      }
      guard isDecimal, last.count <= 2 || mark == .point || isZero(groups[0], bytes) else {
        return nil
      }
      return Self.number(groups, bytes, decimals: true)
    }
    // Two kinds of separators: the last one is the decimal point, the others separate thousands.
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
    // U+2019 right single quotation mark, U+2009 thin space, U+202F narrow no-break space.
    case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0x99]): return (.apostrophe, 3)
    case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0x89]): return (.space, 3)
    case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xAF]): return (.space, 3)
    default: return nil
    }
  }

  /// The number of bytes of `,-` or `.–`, which means no cents; 0 if there is none.
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
