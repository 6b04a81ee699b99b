import AlmanacModel

/// What a block of statements holds once it is written; a class, because it is passed on for every
/// statement: a copy of the block would count eight references.
final class StatementTexts: Sendable {
  let statements: [Statement]
  let titleWords: [StatementBlock.TitleWord]
  let spellings: [UInt8]
  let venueWords: [UInt64]
  let venueNumbers: [Bool]
  let places: [Placement]
  let shingles: [UInt16]
  let textWords: [UInt16]

  init(_ block: StatementBlock) {
    statements = block.statements
    titleWords = block.titleWords
    spellings = block.spellings
    venueWords = block.venueWords
    venueNumbers = block.venueNumbers
    places = block.places
    shingles = block.shingles
    textWords = block.textWords
  }
}
