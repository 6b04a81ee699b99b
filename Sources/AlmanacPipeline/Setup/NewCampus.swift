import AlmanacFiles
import AlmanacModel
import AlmanacTime
public import Foundation

/// Why a folder can't become a configuration.
public enum SetupError: Error, Equatable, Sendable, CustomStringConvertible {
  case badID(String)
  case unknownZone(String, similar: [String])
  case badBounds
  case badDomain(String)
  /// Files that are there and would be replaced.
  case taken([String])

  public var description: String {
    switch self {
    case .badID(let id):
      "'\(id)' can't be a campus's id: use small letters, digits and hyphens, as in north-hill"
    case .unknownZone(let zone, let similar):
      "'\(zone)' is no IANA time zone"
        + (similar.isEmpty
          ? ", such as Europe/Paris" : "; did you mean \(similar.joined(separator: " or "))?")
    case .badBounds:
      "bounds are WEST,SOUTH,EAST,NORTH in degrees, as in 103.766,1.288,103.821,1.322"
    case .badDomain(let domain):
      "'\(domain)' is no domain, such as events.example.edu"
    case .taken(let paths):
      "nothing was written, because \(paths.joined(separator: ", ")) "
        + (paths.count == 1 ? "is" : "are") + " there already; name another folder"
    }
  }
}

/// A new place of publication: the files that `almanac init` writes.
public struct NewCampus: Sendable {
  public var id: String
  public var name: String
  /// IANA name.
  public var timezone: String
  /// West, south, east, north.
  public var bounds: [Double]?
  /// What the UIDs of published events end in; nil: left to be filled in.
  public var uidDomain: String?
  /// Where publishers reach the operator; nil: left to be filled in.
  public var contact: String?

  /// - Throws: `SetupError` for what no campus can have.
  public init(
    id: String, name: String?, timezone: String, bounds: [Double]? = nil,
    uidDomain: String? = nil, contact: String? = nil
  ) throws(SetupError) {
    guard id.isSlug else { throw .badID(id) }
    guard ZoneDatabase.system.zone(named: timezone) != nil else {
      throw .unknownZone(timezone, similar: Self.similar(to: timezone))
    }
    if let bounds {
      guard bounds.count == 4,
        BoundingBox(west: bounds[0], south: bounds[1], east: bounds[2], north: bounds[3]) != nil
      else { throw .badBounds }
    }
    if let uidDomain {
      guard uidDomain.wholeMatch(of: /[A-Za-z0-9]([A-Za-z0-9.\-]{0,251}[A-Za-z0-9])?/) != nil else {
        throw .badDomain(uidDomain)
      }
    }
    self.id = id
    self.name = name ?? id
    self.timezone = timezone
    self.bounds = bounds
    self.uidDomain = uidDomain
    self.contact = contact
  }

  /// A box of some kilometers around a point: latitude, longitude.
  public static func bounds(around latitude: Double, _ longitude: Double) -> [Double] {
    // 0.02 degrees of latitude are 2.2 km; a degree of longitude shrinks with the cosine.
    let north = 0.02
    let east = north / max(0.1, cos(latitude * .pi / 180))
    func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
    return [
      rounded(longitude - east), rounded(latitude - north), rounded(longitude + east),
      rounded(latitude + north),
    ]
  }

  /// Zones whose last name is the one that was meant: "paris" for Europe/Paris.
  private static func similar(to name: String) -> [String] {
    let wanted = name.split(separator: "/").last.map { $0.replacing(" ", with: "_") } ?? ""
    guard !wanted.isEmpty else { return [] }
    let title = wanted.split(separator: "_").map {
      $0.prefix(1).uppercased() + $0.dropFirst().lowercased()
    }
    .joined(separator: "_")
    return ["Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"]
      .map { "\($0)/\(title)" }.filter { ZoneDatabase.system.zone(named: $0) != nil }
  }

  /// Writes the files, all or none of them.
  ///
  /// - Throws: `SetupError.taken`, `FileError`.
  public func write(to folder: URL) throws -> NewCampusFiles {
    let files = files
    let taken = files.map(\.path).filter {
      FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }
    guard taken.isEmpty else { throw SetupError.taken(taken) }
    for (path, bytes) in files {
      let file = folder.appending(path: path)
      try DurableFile.makeFolder(file.deletingLastPathComponent())
      try DurableFile.write(bytes, to: file)
    }
    return NewCampusFiles(folder: folder.path, campus: id, files: files.map(\.path))
  }

  private var files: [(path: String, bytes: [UInt8])] {
    [
      ("config/almanac.yaml", Array(configuration.utf8)),
      ("config/gazetteer/\(id).geojson", gazetteer),
    ]
  }
}
