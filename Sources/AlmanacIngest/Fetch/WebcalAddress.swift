/// Addresses with the schemes `webcal` and `webcals`, which calendar programs use for https.
public enum WebcalAddress {
  /// In lower case.
  public static let schemes = ["webcal", "webcals"]

  /// Replaces either scheme, in any case, by https; returns other addresses unchanged.
  public static func https(_ address: String) -> String {
    guard let colon = address.firstIndex(of: ":"),
      schemes.contains(address[..<colon].lowercased())
    else { return address }
    return "https" + address[colon...]
  }
}
