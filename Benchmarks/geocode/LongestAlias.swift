import AlmanacModel
import AlmanacRefine

/// A plain matcher: finds the longest run of words that is a place's name.
struct LongestAlias {
  private var places: [String: String] = [:]
  private var longest = 1

  init(_ gazetteer: Gazetteer) {
    for place in gazetteer.places {
      for name in [place.name] + place.aliases + place.codes + place.rooms.map(\.code) {
        let words = FoldedText.tokens(name)
        places[words.joined(separator: " ")] = place.id
        longest = max(longest, words.count)
      }
    }
  }

  func place(_ text: String) -> String? {
    let words = FoldedText.tokens(text)
    for length in stride(from: min(longest, words.count), to: 0, by: -1) {
      for start in 0...(words.count - length) {
        let run = words[start..<start + length].joined(separator: " ")
        if let place = places[run] { return place }
      }
    }
    return nil
  }
}
