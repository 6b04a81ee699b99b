import Foundation

/// Text as it is compared where case, accents and width make no difference, in any script.
enum TextFolding {
  static func fold(_ text: String) -> String {
    text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
