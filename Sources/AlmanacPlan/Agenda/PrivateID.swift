/// Ids of persons and projects, which are also folder names.
public enum PrivateID {
  /// Whether a text has 1 to 64 lowercase ASCII letters, digits and hyphens, and nothing else.
  public static func isValid(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}
