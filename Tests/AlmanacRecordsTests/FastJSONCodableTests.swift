import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacRecords

@Suite("FastJSONCodable writes and reads the same JSON as Codable")
struct FastJSONCodableTests {
  private static func foundation(_ record: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(record), as: UTF8.self)
      .replacing("\\b", with: "\\u0008").replacing("\\f", with: "\\u000c")
      .replacing("\u{7f}", with: "\\u007f")
  }

  private func check<Record: FastJSONCodable & Equatable>(
    _ record: Record, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let text = try RecordCoding.text(of: record)
    #expect(text == (try Self.foundation(record)), sourceLocation: place)
    let bytes = Array(text.utf8)
    #expect(try RecordCoding.record(Record.self, from: bytes) == record, sourceLocation: place)
    #expect(
      try JSONDecoder().decode(Record.self, from: Data(bytes)) == record, sourceLocation: place)
  }

  /// One record of every type.
  private func check(_ samples: RecordSamples) throws {
    try check(samples.listing)
    try check(samples.event)
    try check(samples.identity)
    try check(samples.placement)
    try check(samples.query)
    try check(samples.categorization)
    try check(samples.weather)
    try check(samples.forecast)
  }

  /// Whether a sample leaves a property empty. Then the tests would not notice that `code` omits
  /// it.
  private func unfilled(_ record: Any) -> [String] {
    Mirror(reflecting: record).children.flatMap { name, value in
      let mirror = Mirror(reflecting: value)
      let isEmpty =
        [.optional, .collection, .dictionary].contains(mirror.displayStyle)
        && mirror.children.isEmpty
      let label = "\(type(of: record)).\(name ?? "")"
      if isEmpty { return [label] }
      switch mirror.displayStyle {
      case .optional: return mirror.children.flatMap { unfilled($0.value) }
      case .collection: return mirror.children.first.map { unfilled($0.value) } ?? []
      case .struct where !(value is any RawRepresentable): return unfilled(value)
      case .class: return unfilled(value)
      default: return []
      }
    }
  }

  @Test("Every property of every record is written and read")
  func everyProperty() throws {
    let samples = RecordSamples.full
    let records: [any FastJSONCodable] = [
      samples.listing, samples.event, samples.identity, samples.placement, samples.query,
      samples.categorization, samples.weather, samples.forecast,
    ]
    for record in records {
      // These encode as one string, so their own properties need not all be set.
      let empty = unfilled(record).filter {
        !$0.hasPrefix("RecurrenceRule.") && !$0.hasPrefix("RecurrenceWeekday.")
          && !$0.hasPrefix("ZonedTime.")
      }
      #expect(empty == [])
    }
    try check(samples)
  }

  @Test("Random records are encoded as by Foundation, and decode to equal records")
  func random() throws {
    var random = RecordSamples.Random(seed: 1)
    for _ in 0..<400 {
      try check(RecordSamples(&random))
    }
  }

  @Test("Damaged JSON is decoded as by Codable, or rejected")
  func damage() throws {
    func check<Record: FastJSONCodable & Equatable>(
      _ record: Record, _ random: inout RecordSamples.Random
    ) throws -> Int {
      let text = Array(try RecordCoding.text(of: record).utf8)
      var read = 0
      for _ in 0..<400 {
        var damaged = text
        let index = Int(random.next() % UInt64(text.count))
        switch random.next() % 4 {
        case 0: damaged[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: damaged[index] = text[Int(random.next() % UInt64(text.count))]
        case 2: damaged.removeSubrange(index...)
        default: damaged.remove(at: index)
        }
        let bytes = Array(String(decoding: damaged, as: UTF8.self).utf8)
        // Foundation rejects control characters too.
        guard let found = try? JSONRecordDecoder.record(Record.self, from: bytes),
          let other = try? JSONDecoder().decode(Record.self, from: Data(bytes))
        else { continue }
        read += 1
        #expect(other == found, "\(String(decoding: bytes, as: UTF8.self))")
      }
      return read
    }
    var random = RecordSamples.Random(seed: 2)
    var read = 0
    for _ in 0..<12 {
      let samples = RecordSamples(&random)
      read += try check(samples.listing, &random)
      read += try check(samples.event, &random)
      read += try check(samples.identity, &random)
      read += try check(samples.placement, &random)
      read += try check(samples.query, &random)
      read += try check(samples.categorization, &random)
      read += try check(samples.weather, &random)
      read += try check(samples.forecast, &random)
    }
    // Most bytes are in words, where another letter is still valid.
    #expect(read > 3_000)
  }

  @Test(
    "Equivalent JSON in another form is rejected: white space, unknown members, another order",
    arguments: [
      "{ \"place\" : \"p\" , \"score\":0.5}", "{\"score\":0.5,\"place\":\"p\"}",
      "{\"place\":\"p\",\"reach\":[{\"a\":null}],\"score\":0.5}", "{\"place\":\"p\",\"score\":0.5",
      "{\"against\":null,\"place\":\"p\",\"score\":0.5}", "{\"place\":\"p\",\"score\":0.5}x",
    ])
  func foreign(text: String) {
    #expect(throws: UnexpectedRecord.self) {
      try RecordCoding.record(Placement.Candidate.self, from: Array(text.utf8))
    }
  }

  @Test("Numbers are decoded exactly, in any notation")
  func numbers() throws {
    var random = RecordSamples.Random(seed: 3)
    var numbers: [Double] = [
      0, 1, -1, 0.1, 1 / 3, 0.999, 999.125, 1_000.5, 103.7756, -0.000_001, 1e15, 1e16, 1e22,
      9_007_199_254_740_992, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 123_456_789.123_456,
    ]
    for _ in 0..<3_000 {
      let number = Double(bitPattern: random.next())
      if number.isFinite { numbers.append(number) }
      numbers.append(Double(random.next() % 1_000_000) / 1_000)
      numbers.append(Double(random.next() % 100_000_000_000_000_000) / 1e14)
      let digits = pow(10, Double(random.next() % 9))
      numbers.append(Double(Int(random.next() % 3_600_000_000) - 1_800_000_000) / digits)
    }
    for number in numbers {
      let text = try RecordCoding.text(of: [number])
      let found = try JSONRecordDecoder.record([Double].self, from: Array(text.utf8))
      #expect(found.first?.bitPattern == number.bitPattern, "\(text)")
    }
    #expect(
      try JSONRecordDecoder.record([Double].self, from: Array("[1e5,1.5E3]".utf8)) == [
        100_000, 1_500,
      ])
    for integer in [0, 7, 10, -10, .max, .min + 1] {
      let text = try RecordCoding.text(of: [integer])
      #expect(text == "[\(integer)]")
      #expect(try JSONRecordDecoder.record([Int].self, from: Array(text.utf8)) == [integer])
    }
  }

  @Test("A number that isn't finite is not encoded")
  func infinite() {
    #expect(throws: EncodingError.self) {
      try RecordCoding.text(of: Placement.Candidate(place: "p", score: .nan))
    }
  }

  @Test("Coordinates out of range are rejected")
  func outOfRange() throws {
    let text = "{\"latitude\":91,\"longitude\":0}"
    #expect(throws: UnexpectedRecord.self) {
      try RecordCoding.record(Coordinate.self, from: Array(text.utf8))
    }
  }
}
