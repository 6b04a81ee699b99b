import Foundation

/// Folds case, accents and width, for comparison in any script.
enum TextFolding {
  static func fold(_ text: String) -> String {
    text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
