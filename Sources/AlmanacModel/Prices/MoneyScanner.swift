/// Finds the amounts of money in a text.
///
/// A number is an amount if a currency is directly before or after it, or if it is the other end of
/// a range. If a currency is between two numbers, it belongs to the one that it touches.
struct MoneyScanner {
  private(set) var amounts: [MoneyAmount] = []
  /// Whether a number with a currency is ambiguous or unreadable.
  private(set) var isUnclear = false
  /// The value of a text that consists of one number without a currency.
  private(set) var onlyNumber: Double?

  private let text: String
  private let bytes: [UInt8]
  private var numbers: [MoneyNumber] = []

  /// A currency's symbol, code or word.
  private struct Unit {
    let currency: String
    let range: Range<Int>
  }

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      guard MoneyNumber.isDigit(bytes, index) else {
        index += 1
        continue
      }
      let number = MoneyNumber(bytes, at: index)
      numbers.append(number)
      index = number.range.upperBound
    }
    guard !numbers.isEmpty else { return }
    readOnlyNumber()
    read(isAlone: false)
    // "RM 20" and "TRY 50" are prices only if the text contains nothing else.
    if amounts.isEmpty, !isUnclear {
      read(isAlone: true)
      let read = amounts.reduce(into: Set<Int>()) { $0.formUnion(bytesRange($1.range)) }
      let hasOthers = bytes.indices.contains { isLetter(at: $0) && !read.contains($0) }
      if hasOthers { amounts = [] }
    }
  }

  private mutating func readOnlyNumber() {
    guard numbers.count == 1 else { return }
    let others = bytes.indices.filter { !numbers[0].range.contains($0) }
    guard others.allSatisfy({ bytes[$0] == 0x20 || bytes[$0] == 0x2E }) else { return }
    onlyNumber = numbers[0].value(bytes, in: nil)
  }

  private func bytesRange(_ range: Range<String.Index>) -> Range<Int> {
    text.utf8.distance(
      from: text.startIndex, to: range.lowerBound)..<text.utf8.distance(
        from: text.startIndex, to: range.upperBound)
  }

  // MARK: Numbers and currencies

  private mutating func read(isAlone: Bool) {
    var units: [(unit: Unit, isBefore: Bool)?] = numbers.map { _ in nil }
    for index in numbers.indices {
      let number = numbers[index]
      if let unit = unit(before: number.range.lowerBound, isAlone),
        index == 0 || units[index - 1]?.unit.range != unit.range
      {
        units[index] = (unit, true)
        continue
      }
      guard let unit = unit(after: number.range.upperBound, isAlone),
        isWhole(number, unit, isBefore: false)
      else { continue }
      let next = index + 1
      guard next < numbers.count,
        let same = self.unit(before: numbers[next].range.lowerBound, isAlone),
        same.range == unit.range
      else {
        units[index] = (unit, false)
        continue
      }
      // Two numbers with one currency between them.
      let touches = unit.range.lowerBound == number.range.upperBound
      let touchesNext = unit.range.upperBound == numbers[next].range.lowerBound
      if touches == touchesNext {
        if self.unit(after: numbers[next].range.upperBound, isAlone) == nil {
          isUnclear = true
        } else {
          units[index] = (unit, false)
        }
      } else if touches {
        units[index] = (unit, false)
      }
    }
    var found: [Int: MoneyAmount] = [:]
    for index in numbers.indices {
      guard let (unit, isBefore) = units[index] else { continue }
      add(index, unit, isBefore: isBefore, to: &found)
      guard found[index] != nil else { continue }
      extend(index, unit, isBefore: isBefore, units.map { $0 != nil }, &found)
    }
    let ordered = found.sorted { $0.key < $1.key }.map(\.value)
    // Overlapping amounts mean that the text is ambiguous.
    let overlaps = zip(ordered, ordered.dropFirst()).contains {
      $0.range.upperBound > $1.range.lowerBound
    }
    isUnclear = isUnclear || overlaps
    amounts = overlaps ? [] : ordered
  }

  private mutating func add(
    _ index: Int, _ unit: Unit, isBefore: Bool, to found: inout [Int: MoneyAmount]
  ) {
    let number = numbers[index]
    guard isWhole(number, unit, isBefore: isBefore), !isOtherSum(number, unit) else { return }
    // "$1 200 people" is either one dollar or 1,200.
    let isSplit =
      isBefore && number.hasPlainSpace && isLetter(at: skipSpace(from: number.range.upperBound))
    guard !isSplit, let value = number.value(bytes, in: unit.currency) else {
      isUnclear = true
      return
    }
    let code = isBefore ? codeAfter(index) : nil
    let start = min(number.range.lowerBound, unit.range.lowerBound)
    let end = max(number.range.upperBound, unit.range.upperBound, code?.range.upperBound ?? 0)
    found[index] = MoneyAmount(
      currency: code?.currency ?? unit.currency, value: value,
      text: written(number, unit, isBefore: isBefore), range: indices(start..<end))
  }

  /// The code of `$12 CAD`, unless it belongs to the next number.
  private func codeAfter(_ index: Int) -> Unit? {
    guard let code = unit(after: numbers[index].range.upperBound, false) else { return nil }
    guard numbers.indices.contains(index + 1) else { return code }
    let next = numbers[index + 1].range.lowerBound
    let start = unit(before: next, false)?.range.lowerBound ?? next
    return code.range.upperBound <= start && skipSpace(from: code.range.upperBound) < next
      ? code : nil
  }

  private func written(_ number: MoneyNumber, _ unit: Unit, isBefore: Bool) -> String {
    let (amount, currency) = (string(number.range), string(unit.range))
    if !isBefore { return "\(amount) \(currency)" }
    let isWord = isLetter(before: unit.range.upperBound) || currency.hasSuffix(".")
    return isWord ? "\(currency) \(amount)" : currency + amount
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func indices(_ range: Range<Int>) -> Range<String.Index> {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    return start..<text.utf8.index(start, offsetBy: range.count)
  }

  /// Whether the number is not part of a time, a percentage or a code: `7pm`, `19:30`, `20%`,
  /// `LT27`, `#12`.
  private func isWhole(_ number: MoneyNumber, _ unit: Unit, isBefore: Bool) -> Bool {
    let (start, end) = (number.range.lowerBound, number.range.upperBound)
    if start > 0, !(isBefore && unit.range.upperBound == start) {
      if isLetter(before: start) || bytes[start - 1] == UInt8(ascii: "#") { return false }
      if bytes[start - 1] == UInt8(ascii: ":"), MoneyNumber.isDigit(bytes, start - 2) {
        return false
      }
    }
    guard end < bytes.count else { return true }
    if bytes[end] == UInt8(ascii: "%") { return false }
    return !(bytes[end] == UInt8(ascii: ":") && MoneyNumber.isDigit(bytes, end + 1))
  }

  // MARK: Sums that are no prices

  private static let multiples: Set = [
    "k", "m", "b", "bn", "mn", "mio", "mrd", "million", "millions", "billion", "billions",
    "thousand", "millionen", "milliarden", "tausend", "millones", "milliards",
  ]
  private static let otherSums: Set = [
    "off", "discount", "rabatt", "rebate", "voucher", "vouchers", "coupon", "gift", "credit",
    "prize", "prizes", "scholarship", "scholarships", "grant", "grants", "ermassigung",
  ]
  private static let winning: Set = ["save", "win", "worth", "minus"]

  /// Whether the sum is no price: `$2 million`, `$5 off`, `win $50`.
  private func isOtherSum(_ number: MoneyNumber, _ unit: Unit) -> Bool {
    let end = max(number.range.upperBound, unit.range.upperBound)
    let start = min(number.range.lowerBound, unit.range.lowerBound)
    let following = word(from: skipSpace(from: number.range.upperBound))
    if Self.multiples.contains(following) { return true }
    let next = word(from: skipSpace(from: end))
    if Self.otherSums.contains(next) || Self.multiples.contains(next) { return true }
    return Self.winning.contains(word(before: start))
  }

  // MARK: Ranges

  private static let rangeWords: Set = ["to", "bis", "à", "a"]
  private static let orWords: Set = ["or", "oder", "ou", "o"]
  private static let rangeStarts: Set = ["from", "von", "between", "zwischen", "de", "entre", "ab"]

  /// Adds the numbers without a currency that are joined to an amount by a range or a list: the 10
  /// of `$5–10`.
  private mutating func extend(
    _ index: Int, _ unit: Unit, isBefore: Bool, _ hasUnit: [Bool],
    _ found: inout [Int: MoneyAmount]
  ) {
    var near = index
    while let value = found[near]?.value {
      let far = isBefore ? near + 1 : near - 1
      guard numbers.indices.contains(far), !hasUnit[far], found[far] == nil else { return }
      let (first, second) = (numbers[min(near, far)], numbers[max(near, far)])
      let between = first.range.upperBound..<second.range.lowerBound
      guard let joint = joint(between), isWhole(numbers[far], unit, isBefore: false),
        let other = numbers[far].value(bytes, in: unit.currency),
        !joint.isRange || (isBefore ? other >= value : other <= value)
      else { return }
      if isBefore {
        let end = second.range.upperBound
        // "$20 - 2 hours", "$5-7pm" and "$20/2 people" are no price ranges.
        let follows = joint.isTight ? end : skipSpace(from: end)
        guard joint.isRange, !isLetter(at: follows) else { return }
      } else if !joint.isTight {
        // Neither is "Level 3 - 15 €".
        let word = word(before: first.range.lowerBound)
        guard word.isEmpty || Self.rangeStarts.contains(word) else { return }
      }
      found[far] = MoneyAmount(
        currency: unit.currency, value: other,
        text: written(numbers[far], unit, isBefore: isBefore), range: indices(numbers[far].range))
      near = far
    }
  }

  /// The kind of the text between two numbers; nil if it does not join them.
  private func joint(_ between: Range<Int>) -> (isRange: Bool, isTight: Bool)? {
    guard between.count <= 8 else { return nil }
    let raw = string(between)
    let mark = raw.filter { $0 != " " }
    let isTight = mark.count == raw.count
    switch mark {
    case "-", "–", "—", "~", "〜": return (true, isTight)
    case "/": return (false, isTight)
    case let word where !isTight && Self.rangeWords.contains(word.lowercased()):
      return (true, false)
    case let word where !isTight && Self.orWords.contains(word.lowercased()): return (false, false)
    default: return nil
    }
  }

  // MARK: Units

  private func unit(before start: Int, _ isAlone: Bool) -> Unit? {
    let end = skipSpace(before: start)
    if let (currency, length) = symbol(before: end) {
      let letters = lettersRange(before: end - length)
      if currency == "$", let dollars = Currencies.dollars[string(letters)] {
        return Unit(currency: dollars, range: letters.lowerBound..<end)
      }
      return Unit(currency: currency, range: end - length..<end)
    }
    let hasPoint = end > 0 && bytes[end - 1] == UInt8(ascii: ".")
    let range = lettersRange(before: hasPoint ? end - 1 : end)
    let word = string(range)
    guard !hasPoint || Currencies.abbreviations.contains(word.lowercased()),
      let currency = Currencies.currency(before: word, isAlone: isAlone)
    else { return nil }
    return Unit(currency: currency, range: range.lowerBound..<end)
  }

  private func unit(after end: Int, _ isAlone: Bool) -> Unit? {
    let start = skipSpace(from: end)
    if let (currency, length) = symbol(at: start) {
      return Unit(currency: currency, range: start..<start + length)
    }
    let range = lettersRange(from: start)
    guard !range.isEmpty else { return nil }
    if let (currency, length) = symbol(at: range.upperBound), currency == "$",
      let dollars = Currencies.dollars[string(range)]
    {
      return Unit(currency: dollars, range: start..<range.upperBound + length)
    }
    return Currencies.currency(after: string(range), isAlone: isAlone).map {
      Unit(currency: $0, range: range)
    }
  }

  private func symbol(before end: Int) -> (currency: String, length: Int)? {
    let last = end > 0 ? bytes[end - 1] : 0
    return Currencies.symbols.first { symbol in
      symbol.bytes.last == last
        && bytes[..<end].suffix(symbol.bytes.count).elementsEqual(symbol.bytes)
    }.map { ($0.currency, $0.bytes.count) }
  }

  private func symbol(at start: Int) -> (currency: String, length: Int)? {
    let first = start < bytes.count ? bytes[start] : 0
    return Currencies.symbols.first { symbol in
      symbol.bytes.first == first && bytes[start...].starts(with: symbol.bytes)
    }.map { ($0.currency, $0.bytes.count) }
  }

  // MARK: Bytes

  /// Whether an ASCII letter or a character of a two-byte alphabet begins here.
  private func isLetter(at index: Int) -> Bool {
    index < bytes.count && (Self.isASCIILetter(bytes[index]) || Self.isLead(bytes[index]))
  }

  private func isLetter(before end: Int) -> Bool { !lettersRange(before: end).isEmpty }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
  }

  /// The first byte of U+00C0 to U+07FF: accented Latin, Greek, Cyrillic and others (RFC 3629).
  private static func isLead(_ byte: UInt8) -> Bool { (0xC3...0xDF).contains(byte) }

  private func skipSpace(from start: Int) -> Int {
    let rest = bytes[min(start, bytes.count)...]
    if rest.first == 0x20 { return start + 1 }
    if rest.starts(with: [0xC2, 0xA0]) { return start + 2 }
    return rest.starts(with: [0xE2, 0x80, 0xAF]) ? start + 3 : start
  }

  private func skipSpace(before end: Int) -> Int {
    let head = bytes[..<end]
    if head.last == 0x20 { return end - 1 }
    if head.suffix(2).elementsEqual([0xC2, 0xA0]) { return end - 2 }
    return head.suffix(3).elementsEqual([0xE2, 0x80, 0xAF]) ? end - 3 : end
  }

  private func lettersRange(from start: Int) -> Range<Int> {
    var end = start
    while isLetter(at: end) { end += Self.isLead(bytes[end]) ? 2 : 1 }
    return start..<min(end, bytes.count)
  }

  private func lettersRange(before end: Int) -> Range<Int> {
    var start = end
    while start > 0 {
      if Self.isASCIILetter(bytes[start - 1]) {
        start -= 1
      } else if start > 1, Self.isLead(bytes[start - 2]) {
        start -= 2
      } else {
        break
      }
    }
    return start..<end
  }

  private func word(from start: Int) -> String { string(lettersRange(from: start)).lowercased() }

  private func word(before end: Int) -> String {
    string(lettersRange(before: skipSpace(before: end))).lowercased()
  }
}
