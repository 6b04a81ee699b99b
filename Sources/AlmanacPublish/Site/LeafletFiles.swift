import AlmanacModel
import Foundation

/// Leaflet, the map library, copied into the edition from where the system keeps it.
struct LeafletFiles {
  private let contents: [(path: String, bytes: [UInt8])]

  /// nil with a finding where it can't be read: the page is a list without a map then.
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

  /// Whoever hands Leaflet on hands its license on (BSD 2-clause); Debian keeps it apart.
  private static func license(of folder: URL) -> URL? {
    let places = [
      folder.appending(path: "LICENSE"), URL(filePath: "/usr/share/doc/libjs-leaflet/copyright"),
    ]
    return places.first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
