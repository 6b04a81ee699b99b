/// The tables of a transit feed, as a zip archive holds them.
public enum TransitTables {
  /// Bytes that the tables of one feed may unpack to: 256 MiB.
  public static let limit = 256 << 20

  /// Unpacks the tables of an archive, each under its path; other files are left out.
  public static func read(zip bytes: [UInt8]) throws(ZipError) -> [String: [UInt8]] {
    try ZipArchive(bytes).files(limit: limit) { path in
      let name = path.split(separator: "/").last ?? ""
      let isTable = [".txt", ".csv", ".geojson"].contains { name.hasSuffix($0) }
      return isTable && !name.hasPrefix(".") && !path.hasPrefix("__MACOSX/")
    }
  }
}
