import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacPublish

@Suite struct PileSpoolTests {
  /// The piece with that number: no two are alike.
  private static func piece(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0 &* 7) }
  }

  /// - Parameter sizes: Of the pieces, put by a few at a time.
  private func spool(_ sizes: [Int], piles: [Int32], in output: TemporaryOutput) throws
    -> SpooledPiles
  {
    let spool = try PileSpool(in: output.folder)
    for start in stride(from: 0, to: sizes.count, by: 7) {
      let range = start..<min(start + 7, sizes.count)
      var pieces = Pieces()
      for number in range {
        pieces.add { $0 += Self.piece(number, size: sizes[number]) }
      }
      try spool.append(pieces, to: piles[range])
    }
    return try spool.finish()
  }

  @Test("pieces are read as they were put by, in the order of their piles and in any other")
  func readsBack() throws {
    let output = try TemporaryOutput()
    defer { withExtendedLifetime(output) {} }
    var random = SeededRandom(state: 5)
    let slot = PileSpool.slotSize
    // About a slot's size, and such as need several.
    var sizes = [
      0, 1, slot - 5, slot - 4, slot - 3, slot, 2 * slot - 4, 2 * slot - 3, 90_000, 2_044,
    ]
    sizes += (0..<3_000).map { _ in Int.random(in: 0...4_000, using: &random) }
    let piles = sizes.map { _ in Int32.random(in: 0..<23, using: &random) * 3 }
    let spooled = try spool(sizes, piles: piles, in: output)
    #expect(spooled.count == sizes.count)
    let byPile = sizes.indices.sorted { (piles[$0], $0) < (piles[$1], $1) }
    for order in [byPile, byPile.shuffled(using: &random), byPile.reversed()] {
      var reader = spooled.reader()
      for number in order {
        try reader.lend(number) { bytes in
          #expect(Array(bytes) == Self.piece(number, size: sizes[number]), "\(number)")
        }
      }
    }
  }

  @Test("the pieces of a pile that is too large to be held are read one by one")
  func readsLargePile() throws {
    let output = try TemporaryOutput()
    defer { withExtendedLifetime(output) {} }
    let sizes = [Int](repeating: 12_000, count: 1_500) + [10, 20]
    let piles = [Int32](repeating: 0, count: 1_500) + [1, 1]
    let spooled = try spool(sizes, piles: piles, in: output)
    var reader = spooled.reader()
    for number in [0, 700, 3, 1_499, 1_500, 1_501] {
      try reader.lend(number) { bytes in
        #expect(Array(bytes) == Self.piece(number, size: sizes[number]), "\(number)")
      }
    }
  }

  @Test("a piece at the end of the last slot is read alone, too")
  func readsLastPiece() throws {
    let output = try TemporaryOutput()
    defer { withExtendedLifetime(output) {} }
    let sizes = [10, PileSpool.slotSize - 400, 300]
    let spooled = try spool(sizes, piles: [1, 0, 0], in: output)
    var reader = spooled.reader()
    for number in [0, 2, 1] {
      try reader.lend(number) { bytes in
        #expect(Array(bytes) == Self.piece(number, size: sizes[number]), "\(number)")
      }
    }
  }

  @Test("a spool that nothing was put into has no pieces")
  func isEmpty() throws {
    let output = try TemporaryOutput()
    defer { withExtendedLifetime(output) {} }
    #expect(try spool([], piles: [], in: output).count == 0)
  }

  @Test("piles are in the order of the starts, and all are of the window")
  func ordersStarts() {
    let from = EditionFixture.instant("2026-03-01T00:00:00Z")
    for days in [0, 1, 430, 4_000] {
      let piles = StartPiles(.init(from: from, to: from + days * 86_400))
      let found = stride(from: -100, to: days + 100, by: 1).map { piles.pile(from + $0 * 86_400) }
      #expect(found == found.sorted())
      #expect(found.first == 0)
      #expect(found.allSatisfy { $0 < StartPiles.pile(spread: 0) })
      #expect(days < 400 || Set(found).count > 200)
    }
    #expect(StartPiles.pile(spread: 100_000) > StartPiles.pile(spread: 0))
  }
}
