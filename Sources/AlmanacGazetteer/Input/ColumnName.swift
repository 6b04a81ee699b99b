import Foundation

/// The words of a column name, folded: `BLDG_DESCRIPTION` has bldg and description,
/// `LatitudeEntrada` has latitude and entrada, `Código` has codigo.
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
  /// Lower case without accents, for comparison.
  var folded: String {
    folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
  }

  /// Folded letters and digits only, so that spellings of one name compare equal.
  var nameKey: String { String(folded.filter { $0.isLetter || $0.isNumber }) }
}
