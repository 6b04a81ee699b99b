import Foundation

/// The name of a column in words: `BLDG_DESCRIPTION` is bldg, description; `LatitudeEntrada` is
/// latitude, entrada; `Código` is codigo.
struct ColumnName: Hashable {
  let words: [String]

  init(_ name: String) {
    var words: [String] = []
    var word = ""
    var before: Character?
    for character in name {
      let startsWord = character.isUppercase && before?.isLowercase == true
      if startsWord || !(character.isLetter || character.isNumber) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter || character.isNumber { word.append(character) }
      before = character
    }
    if !word.isEmpty { words.append(word) }
    self.words = words.map(\.folded)
  }
}

extension String {
  /// In lower case without accents, for comparing what people wrote.
  var folded: String {
    folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
  }

  /// Letters and digits only, folded: two spellings of one name have the same.
  var nameKey: String { String(folded.filter { $0.isLetter || $0.isNumber }) }
}
