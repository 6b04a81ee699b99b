/// The sources of all records by name, so that each campus need not look through every block's.
struct RecordSources: Sendable {
  /// Ascending.
  let names: [String]
  /// By block and source of the block.
  private let numbers: [[Int32]]

  init(_ blocks: [RecordBlock]) {
    let names = Set(blocks.flatMap(\.sources.names)).sorted()
    let known = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    self.names = names
    numbers = blocks.map { $0.sources.names.map { Int32(known[$0] ?? 0) } }
  }

  /// Index in `names`.
  func number(of source: Int32, block: Int32) -> Int32 { numbers[Int(block)][Int(source)] }
}
