import Foundation

/// Damaged copies of a text, the same in every run.
struct Mutations {
  private var state: UInt64
  private let words: [String]

  /// The number of mutations in a test: `usual`, or the value of `ALMANAC_MUTATIONS`.
  static func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["ALMANAC_MUTATIONS"].flatMap { Int($0) } ?? usual
  }

  /// - Parameter words: Texts to insert besides single bytes.
  init(seed: UInt64, words: [String]) {
    state = seed
    self.words = words
  }

  private mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: (state ^ state >> 29) >> 17) % max(limit, 1)
  }

  /// A copy with one to three changes: text that is omitted, inserted, repeated or cut off.
  mutating func mutated(_ text: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0...next(below: 3) {
      let place = next(below: text.count + 1)
      let end = min(text.count, place + next(below: 12))
      switch next(below: 6) {
      case 0: text.removeSubrange(place..<end)
      case 1: text.insert(UInt8(truncatingIfNeeded: next(below: 256)), at: place)
      case 2: text.insert(contentsOf: Array(text[place..<end]), at: next(below: text.count + 1))
      case 3 where place > text.count / 2: text.removeSubrange(place...)
      default: text.insert(contentsOf: Array(words[next(below: words.count)].utf8), at: place)
      }
    }
    return text
  }
}
