/// Addresses with the schemes `webcal` and `webcals`, which calendar programs write for https.
public enum WebcalAddress {
  /// In lower case.
  public static let schemes = ["webcal", "webcals"]

  /// The address to fetch: https in place of either scheme, in any case; other addresses as they are.
  public static func https(_ address: String) -> String {
    guard let colon = address.firstIndex(of: ":"),
      schemes.contains(address[..<colon].lowercased())
    else { return address }
    return "https" + address[colon...]
  }
}
