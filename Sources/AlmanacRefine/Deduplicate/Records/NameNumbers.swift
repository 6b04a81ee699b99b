import AlmanacModel

/// Numbers of names, such as of the sources that a part of the records has.
struct NameNumbers: Sendable {
  private(set) var names: [String] = []
  /// By name; of its UTF-8 and an end mark, as of the name alone.
  private var hashes: [UInt64] = []
  private var bytes: [UInt8] = []
  private var stretches: [Stretch] = []
  private var numbers = HashNumbers()

  var count: Int { names.count }

  func hash(of number: Int32) -> UInt64 { hashes[Int(number)] }

  /// The number of a name, which it gets where it is new. It stands under the name's hash, a name
  /// whose place is taken in the next one.
  mutating func number(of name: Span<UInt8>) -> Int32 {
    var hash = name.stableHash
    while true {
      let new = Int32(names.count)
      let number = numbers.number(of: hash, else: new)
      if number == new {
        add(name)
        return number
      }
      if isEqual(name, stretches[Int(number)]) { return number }
      hash &+= 1
    }
  }

  private mutating func add(_ name: Span<UInt8>) {
    let start = bytes.count
    name.append(name.indices, to: &bytes)
    stretches.append(Stretch(from: start, to: bytes.count))
    let text = String(decoding: bytes[start...], as: UTF8.self)
    names.append(text)
    hashes.append(StableHash(text).value)
  }

  private func isEqual(_ name: Span<UInt8>, _ known: Stretch) -> Bool {
    guard known.range.count == name.count else { return false }
    let start = known.range.lowerBound
    for index in name.indices where bytes[start + index] != name[index] { return false }
    return true
  }
}
