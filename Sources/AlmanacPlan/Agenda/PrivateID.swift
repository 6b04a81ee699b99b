/// Names of persons and projects, which are names of folders, too.
public enum PrivateID {
  /// Whether a text is of 1 to 64 small letters, digits and hyphens.
  public static func isValid(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}
