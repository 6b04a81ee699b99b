import Testing

@testable import AlmanacRefine

@Suite struct IntegerTableTests {
  @Test("it holds what a dictionary holds, also for keys that differ in few bits")
  func agreesWithDictionary() {
    var table = IntegerTable<Int>()
    var dictionary: [UInt64: Int] = [:]
    for number in 0..<5_000 {
      // Keys of neighbors, keys that differ in the high half only, and some that come again.
      let key = number % 3 == 0 ? UInt64(number) << 32 : UInt64(number / 2)
      table.set(key, number)
      dictionary[key] = number
    }
    #expect(table.count == dictionary.count)
    for (key, value) in dictionary { #expect(table[key] == value) }
    for key in [UInt64.max, 999_999, 7 << 40] { #expect(table[key] == nil) }
  }

  @Test("a value is changed in place, and made where there is none")
  func update() {
    var table = IntegerTable<[Int]>()
    #expect(table[0] == nil)
    for number in 0..<3 { table.update(0, default: []) { $0.append(number) } }
    #expect(table[0] == [0, 1, 2])
    #expect(table.count == 1)
  }
}
