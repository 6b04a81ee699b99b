import Foundation

/// The tables of a transit feed, as a zip archive holds them.
public enum TransitTables {
  /// Tables that one or the other kind of transit feed must have.
  private static let telling: Set<Substring> = ["stop_times.txt", "route_stops.csv"]

  /// Whether bytes are an archive with the tables of a transit feed.
  public static func areIn(zip bytes: [UInt8]) -> Bool {
    guard let archive = try? ZipArchive(bytes) else { return false }
    return archive.paths.contains { telling.contains($0.split(separator: "/").last ?? "") }
  }

  /// Whether a path is a folder with the tables of a transit feed.
  public static func areIn(folder path: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.contains { telling.contains($0[...]) }
  }

  /// Unpacks the tables of an archive, each under its path; other files are left out.
  ///
  /// - Parameter limit: Bytes that the tables may unpack to: what any document may have.
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
