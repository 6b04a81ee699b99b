import AlmanacFiles
import AlmanacIngest
import AlmanacPublish
import AlmanacStore
import AlmanacTime
import Foundation

/// Checks configuration, libraries and disk.
extension Doctor {
  /// Free space that a run needs: a multiple of the latest edition, and a minimum.
  private static let room = (editions: 3, bytes: 200_000_000)
  /// The oldest versions that are known to work.
  private static let oldest = [
    "libxml2": [2, 9, 10], "libcurl": [7, 74, 0], "zlib": [1, 2, 11], "sqlite": [3, 37, 0],
  ]

  func configurationLine(_ settings: Settings?, _ mistakes: [ConfigurationError]) -> Line {
    if let first = mistakes.first {
      let more = mistakes.count > 1 ? " and \(mistakes.count - 1) more" : ""
      return fail("configuration", "\(first)\(more)", "run 'almanac check' and correct them")
    }
    let count = settings?.sources.count ?? 0
    return ok("configuration", "\(configuration.path), \(String(counting: count, "source"))")
  }

  var zoneLine: Line {
    ZoneDatabase.system.isAvailable
      ? ok("tzdata", "version \(ZoneDatabase.system.version)")
      : fail("tzdata", "the system has no time zone data", "install the package tzdata")
  }

  var libraryLines: [Line] {
    var versions = LibraryVersions.running()
    do {
      versions.append(("sqlite", try Workspace.libraryVersion()))
    } catch {
      return [fail("sqlite", "\(error)", "install SQLite 3.37 or newer")]
    }
    return versions.map { name, version in
      let numbers = version.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
      let oldest = Self.oldest[name] ?? []
      guard numbers.lexicographicallyPrecedes(oldest) else { return ok(name, version) }
      let wanted = oldest.map(String.init).joined(separator: ".")
      return warn(
        name, "\(version) is older than \(wanted), the oldest tested version",
        "upgrade the system's \(name)")
    }
  }

  /// The output folder, or the nearest folder above that exists.
  private var existingFolder: URL {
    var folder = output.url
    while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    return folder
  }

  /// Whether a run can write there.
  var outputLine: Line {
    let folder = output.url
    let remedy = "give the user that runs almanac the folder, or name another with --output"
    return line("output", remedy) {
      let existing = existingFolder
      guard existing == folder else {
        return FileManager.default.isWritableFile(atPath: existing.path)
          ? ok("output", "\(folder.path) will be made by the first run")
          : fail("output", "\(existing.path) can't be written to", remedy)
      }
      let probe = folder.appending(path: DurableFile.temporaryPrefix + "doctor")
      try DurableFile.write(Array("doctor".utf8), to: probe)
      try FileManager.default.removeItem(at: probe)
      return ok("output", "\(folder.path) can be written to")
    }
  }

  var diskLine: Line {
    line("disk", "look at the disk of \(output.url.path)") {
      let facts = try FileManager.default.attributesOfFileSystem(forPath: existingFolder.path)
      let free = (facts[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
      let edition = Int64((try? EditionArchive(output: output.url).latest?.bytes) ?? 0)
      let wanted = max(Int64(Self.room.bytes), edition * Int64(Self.room.editions))
      let text = "\(Self.megabytes(free)) free, \(Self.megabytes(wanted)) are needed"
      let remedy = "make room, or run 'almanac prune'"
      if free < wanted / 4 { return fail("disk", text, remedy) }
      return free < wanted ? warn("disk", text, remedy) : ok("disk", text)
    }
  }

  private static func megabytes(_ bytes: Int64) -> String {
    "\(max(1, Int((Double(bytes) / 1_000_000).rounded()))) MB"
  }

  func leafletLine(_ settings: Settings?) -> Line {
    let standard = try? ConfigurationNode.standard(.almanac)["publish"]?["leaflet"]?.text
    let folder = settings?.publishing.site.leaflet?.path ?? standard ?? ""
    let isThere = ["leaflet.min.js", "leaflet.js"].contains {
      FileManager.default.isReadableFile(atPath: "\(folder)/\($0)")
    }
    return isThere
      ? ok("leaflet", folder)
      : warn(
        "leaflet", "\(folder) has no leaflet.js: the page has no map",
        "install libjs-leaflet, or name its folder under 'publish: leaflet'")
  }
}
