import AlmanacModel
import Foundation

/// Copies Leaflet, the map library, from the system into the edition.
struct LeafletFiles {
  private let contents: [(path: String, bytes: [UInt8])]

  /// Returns nil and adds a finding if Leaflet can't be read. The page then has no map.
  init?(folder: URL?, noting findings: inout [Finding]) {
    guard let folder else { return nil }
    do {
      // Upstream calls its minified script leaflet.js, Debian leaflet.min.js.
      let minified = folder.appending(path: "leaflet.min.js")
      let hasMinified = FileManager.default.fileExists(atPath: minified.path)
      let script = hasMinified ? minified : folder.appending(path: "leaflet.js")
      var contents = [
        ("site/leaflet/leaflet.js", [UInt8](try Data(contentsOf: script))),
        (
          "site/leaflet/leaflet.css",
          [UInt8](try Data(contentsOf: folder.appending(path: "leaflet.css")))
        ),
      ]
      if let license = Self.license(of: folder) {
        contents.append(("site/leaflet/LICENSE", [UInt8](try Data(contentsOf: license))))
      }
      self.contents = contents
    } catch {
      findings.append(
        Finding(
          "W_SITE_NO_LEAFLET", severity: .warning, subject: folder.path,
          message: "the map library can't be read (\(error.localizedDescription)), so the page "
            + "is a list without a map; install libjs-leaflet, or name the folder of leaflet.js "
            + "and leaflet.css under 'publish: leaflet'"))
      return nil
    }
  }

  func write(to builder: EditionBuilder) throws {
    for (path, bytes) in contents { try builder.write(path, bytes) }
  }

  /// The license, which copies of Leaflet must contain (BSD 2-clause). Debian stores it elsewhere.
  private static func license(of folder: URL) -> URL? {
    let places = [
      folder.appending(path: "LICENSE"), URL(filePath: "/usr/share/doc/libjs-leaflet/copyright"),
    ]
    return places.first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
