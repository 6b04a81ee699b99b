import AlmanacRecords
import AlmanacTestSupport
import Foundation
import Synchronization
import Testing

@testable import AlmanacStore

@Suite("Texts that other threads make ahead come as if one had made them")
struct TextsAheadTests {
  private struct Broken: Error {}

  private static func text(_ position: Int) -> [UInt8] { Array("record \(position)".utf8) }

  @Test("in their order, however many there are", arguments: [0, 1, 255, 256, 257, 10_000])
  func order(count: Int) throws {
    let positions = (0..<count).map { ($0 * 7) % max(count, 1) }
    let ahead = TextsAhead(positions) { position, _ in Self.text(position) }
    var cursor = TextsAhead.Cursor()
    for (index, position) in positions.enumerated() {
      #expect(try ahead.text(at: index, &cursor) == Self.text(position))
    }
  }

  @Test("those that are passed over change nothing of the others")
  func passesOver() throws {
    var random = RecordSamples.Random(seed: 5)
    for _ in 0..<20 {
      let ahead = TextsAhead(Array(0..<8_000)) { position, _ in Self.text(position) }
      var cursor = TextsAhead.Cursor()
      var index = 0
      while index < 8_000 {
        #expect(try ahead.text(at: index, &cursor) == Self.text(index))
        index += Int.random(in: 1...1_500, using: &random)
      }
    }
  }

  @Test("what is never asked for is never made, nor all of it at once")
  func isLazy() throws {
    let made = Mutex(0)
    let ahead = TextsAhead(Array(0..<100_000)) { position, _ in
      made.withLock { $0 += 1 }
      return Self.text(position)
    }
    #expect(made.withLock { $0 } == 0)
    var cursor = TextsAhead.Cursor()
    _ = try ahead.text(at: 0, &cursor)
    Thread.sleep(forTimeInterval: 0.05)
    #expect(made.withLock { $0 } <= 12 * 256)
  }

  @Test("one that can't be made fails where it is wanted, not before")
  func failure() throws {
    let ahead = TextsAhead(Array(0..<2_000)) { position, _ in
      guard position != 1_500 else { throw Broken() }
      return Self.text(position)
    }
    var cursor = TextsAhead.Cursor()
    // Five parts of 256 lie before the one of 1,500.
    for index in 0..<1_280 { #expect(try ahead.text(at: index, &cursor) == Self.text(index)) }
    #expect(throws: Broken.self) { try ahead.text(at: 1_280, &cursor) }
  }
}
