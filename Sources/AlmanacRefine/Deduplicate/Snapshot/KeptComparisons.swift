/// What the comparisons of one night came to: of all pairs that were compared, those that may be one
/// happening, and those of one source that tell something of others.
///
/// A pair that was compared and is not here is neither. Whether it was compared follows from the
/// blocks: all pairs of a block are, but for blocks that were too large.
struct KeptComparisons: Sendable {
  struct OpenPair: Sendable {
    let first: Int32
    let second: Int32
    let draft: PairScorer.Draft
  }

  struct RivalPair: Sendable {
    let first: Int32
    let second: Int32
    let rivals: PairComparison.Rivals
  }

  /// Of the statistics that the pairs were weighed by.
  let statistics: UInt64
  /// Of the statements, as in `StatementPrints`.
  let prints: [UInt64]
  /// Blocks of which not all pairs were compared, in order of their keys.
  let largeBlocks: [CandidatePairs.LargeBlock]
  /// In order of both.
  let open: [OpenPair]
  let rivals: [RivalPair]

  private static let mark: UInt64 = 0x414C_4D50_4149_5231

  init(
    statistics: UInt64, prints: [UInt64], largeBlocks: [CandidatePairs.LargeBlock],
    open: [OpenPair], rivals: [RivalPair]
  ) {
    self.statistics = statistics
    self.prints = prints
    self.largeBlocks = largeBlocks
    self.open = open
    self.rivals = rivals
  }

  var bytes: [UInt8] {
    var writer = FlatWriter()
    writer.write(Self.mark)
    writer.write(statistics)
    writer.write(prints)
    writer.write(largeBlocks.map(\.key))
    writer.write(largeBlocks.map(\.members))
    writer.write(open.map(\.first))
    writer.write(open.map(\.second))
    writer.write(open.map(\.draft.fixed.bitPattern))
    writer.write(open.map(\.draft.packedBins))
    writer.write(rivals.map(\.first))
    writer.write(rivals.map(\.second))
    writer.write(rivals.map(\.rivals.rawValue))
    return writer.sealed
  }

  /// nil for damaged bytes.
  init?(_ bytes: [UInt8]) {
    guard var reader = FlatReader(bytes), reader.read() == Self.mark,
      let statistics = reader.read(UInt64.self),
      let prints = reader.readAll(UInt64.self), let blockKeys = reader.readAll(UInt64.self),
      let blockMembers = reader.readAll(UInt64.self), blockKeys.count == blockMembers.count,
      let first = reader.readAll(Int32.self), let second = reader.readAll(Int32.self),
      let fixed = reader.readAll(UInt32.self), let bins = reader.readAll(UInt32.self),
      let rivalFirst = reader.readAll(Int32.self), let rivalSecond = reader.readAll(Int32.self),
      let rivals = reader.readAll(UInt8.self), reader.isAtEnd,
      [second.count, fixed.count, bins.count].allSatisfy({ $0 == first.count }),
      [rivalSecond.count, rivals.count].allSatisfy({ $0 == rivalFirst.count }),
      (first + second + rivalFirst + rivalSecond).allSatisfy({ prints.indices.contains(Int($0)) })
    else { return nil }
    self.init(
      statistics: statistics, prints: prints,
      largeBlocks: zip(blockKeys, blockMembers).map {
        CandidatePairs.LargeBlock(key: $0, members: $1)
      },
      open: first.indices.map {
        OpenPair(
          first: first[$0], second: second[$0],
          draft: PairScorer.Draft(fixed: Float(bitPattern: fixed[$0]), packedBins: bins[$0]))
      },
      rivals: rivalFirst.indices.map {
        RivalPair(
          first: rivalFirst[$0], second: rivalSecond[$0],
          rivals: PairComparison.Rivals(rawValue: rivals[$0]))
      })
  }
}
