import Foundation

/// The tables of a transit feed in a zip archive.
public enum TransitTables {
  /// Tables of which every transit feed has one.
  private static let required: Set<Substring> = ["stop_times.txt", "route_stops.csv"]

  /// Whether the bytes are an archive with the tables of a transit feed.
  public static func areIn(zip bytes: [UInt8]) -> Bool {
    guard let archive = try? ZipArchive(bytes) else { return false }
    return archive.paths.contains { required.contains($0.split(separator: "/").last ?? "") }
  }

  /// Whether a path is a folder with the tables of a transit feed.
  public static func areIn(folder path: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.contains { required.contains($0[...]) }
  }

  /// Extracts the tables of an archive by path; other files are skipped.
  ///
  /// - Parameter limit: The maximum total size of the extracted tables in bytes.
  public static func read(
    zip bytes: [UInt8], limit: Int = Fetcher.Limits().maxBytes
  ) throws(ZipError) -> [String: [UInt8]] {
    try ZipArchive(bytes).files(limit: limit) { path in
      let name = path.split(separator: "/").last ?? ""
      let isTable = [".txt", ".csv", ".geojson"].contains { name.hasSuffix($0) }
      return isTable && !name.hasPrefix(".") && !path.hasPrefix("__MACOSX/")
    }
  }
}
