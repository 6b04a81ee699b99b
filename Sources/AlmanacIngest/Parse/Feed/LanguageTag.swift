/// The language of a document or an entry.
enum LanguageTag {
  /// Replaces the underscore of `en_US` by a hyphen (BCP 47); other texts stay.
  static func tidied(_ language: String) -> String {
    let parts = language.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }) else { return language }
    return parts.joined(separator: "-")
  }
}
