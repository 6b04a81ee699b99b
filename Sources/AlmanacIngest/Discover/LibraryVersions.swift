import CLibCurl
import CLibXML2
import CLibZ

/// The versions of the system's libraries that parse untrusted input.
public enum LibraryVersions {
  /// Name and version of each library that is loaded.
  public static func running() -> [(name: String, version: String)] {
    [
      ("libcurl", curl_version_info(CURLVERSION_FIRST).map { String(cString: $0.pointee.version) }),
      ("libxml2", xmlVersion),
      ("zlib", zlibVersion().map { String(cString: $0) }),
    ].map { ($0.0, $0.1 ?? "unknown") }
  }

  /// libxml2 reports its version as a number: 20914 is 2.9.14.
  private static var xmlVersion: String? {
    guard let text = almanac_xml_version() else { return nil }
    let digits = String(cString: text).prefix { $0.isNumber }
    guard let number = Int(digits) else { return nil }
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }
}
