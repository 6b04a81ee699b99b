import Foundation

/// Compares results with expectations by the rules of the corpora (`score.py`).
struct ConformanceScore {
  struct Miss: Hashable {
    let file: String
    let field: String
  }

  /// Fields with an expected value: the correct ones and all.
  private(set) var values = (right: 0, all: 0)
  /// Cases: those with all fields correct, and all.
  private(set) var cases = (right: 0, all: 0)
  /// The number of incorrect fields by name and file.
  private(set) var misses: [Miss: Int] = [:]
  /// Descriptions of differences that are not deliberate.
  private(set) var unmeant: [String] = []
  /// Deliberate differences, which count as correct.
  private let deliberate: Set<Miss>
  private var isWhole = true
  /// A rejected document has no correct field.
  private var isAnswered = true

  init(deliberate: Set<Miss> = []) { self.deliberate = deliberate }

  mutating func judge(
    _ file: String, isAnswered: Bool, _ judgement: (inout ConformanceScore) -> Void
  ) {
    isWhole = true
    self.isAnswered = isAnswered
    judgement(&self)
    cases.all += 1
    if isWhole { cases.right += 1 }
  }

  mutating func field(_ file: String, _ name: String, _ expected: Any?, _ got: Any?) {
    let isNull = Self.isEmpty(expected)
    let isSame = isAnswered && (isNull ? Self.isEmpty(got) : Self.same(expected, got))
    if !isSame { misses[Miss(file: file, field: name), default: 0] += 1 }
    let isRight = isSame || deliberate.contains(Miss(file: file, field: name))
    if !isRight {
      unmeant.append("\(file) \(name): \(Self.words(got)) for \(Self.words(expected))")
    }
    isWhole = isWhole && isRight
    guard !isNull else { return }
    values.all += 1
    if isRight { values.right += 1 }
  }

  /// All judged fields of a neutral record.
  mutating func record(_ file: String, _ expected: [String: Any], _ got: [String: Any]) {
    for (name, value) in expected where !Self.unjudged.contains(name) {
      field(file, name, value, got[name])
    }
    let entries = got["entries"] as? [[String: Any]] ?? []
    if let count = expected["entry_count"] as? Int {
      field(file, "entry_count", count, entries.count)
    }
    for (index, entry) in (expected["entries"] as? [[String: Any]] ?? []).enumerated() {
      let answer = index < entries.count ? entries[index] : [:]
      for (name, value) in entry {
        if name == "event", let event = value as? [String: Any] {
          let meant = event.filter { Self.meanings.contains($0.key) }
          if !meant.isEmpty { field(file, "e.event", meant, answer["event"]) }
        } else {
          field(file, "e." + name, value, answer[name])
        }
      }
    }
  }

  private static let meanings: Set = ["start_utc", "end_utc", "location", "organizer"]
  private static let unjudged: Set = [
    "file", "unsure", "ok", "entries", "entry_count", "well_formed", "bozo", "encoding", "family",
    "version", "second_reading_agrees", "author_expected_native", "expected", "dropped",
    "confirmed", "published_feed", "format",
  ]

  private static func words(_ value: Any?) -> String {
    String(value.map { "\($0)" }?.prefix(100) ?? "nothing")
  }

  private static func isEmpty(_ value: Any?) -> Bool {
    switch value {
    case nil, is NSNull: true
    case let text as String: text.isEmpty
    case let list as [Any]: list.isEmpty
    case let object as [String: Any]: object.isEmpty
    default: false
    }
  }

  private static func same(_ expected: Any?, _ got: Any?) -> Bool {
    switch (expected, got) {
    case (let expected as String, let got as String):
      let (one, other) = (loose(expected), loose(got))
      // The corpora cut texts at 200 characters.
      return expected.unicodeScalars.count >= 200 ? other.starts(with: one) : one == other
    case (let expected as [Any], let got as [Any]):
      return expected.count == got.count && zip(expected, got).allSatisfy { same($0, $1) }
    case (let expected as [String: Any], let got as [String: Any]):
      return expected.allSatisfy { same($0.value, got[$0.key]) }
    case (let expected as NSNumber, let got as NSNumber):
      return abs(expected.doubleValue - got.doubleValue) < 1e-6
    default: return isEmpty(expected) && isEmpty(got)
    }
  }

  /// The text without white space, in NFC.
  private static func loose(_ text: String) -> [Unicode.Scalar] {
    let scalars = text.unicodeScalars.filter {
      !$0.properties.isWhitespace && !(0x1C...0x1F).contains($0.value) && $0.value != 0x200B
        && $0.value != 0xFEFF
    }
    return Array(String(scalars).precomposedStringWithCanonicalMapping.unicodeScalars)
  }
}
