import AlmanacModel
import GRDB

/// Makes the database a GeoPackage: encodes points and writes the tables that describe the layers.
enum GeoPackage {
  /// Encodes a point (OGC 12-128r17, clause 2.1.3): a header without envelope, then little-endian
  /// well-known binary.
  static func blob(_ point: Coordinate?) -> [UInt8]? {
    guard let point else { return nil }
    var bytes: [UInt8] = [0x47, 0x50, 0x00, 0x01]
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    add(Int32(EditionSchema.spatialReference))
    bytes.append(1)
    add(UInt32(1))
    add(point.longitude.bitPattern)
    add(point.latitude.bitPattern)
    return bytes
  }

  /// Describes the layers. Call it after all rows and views exist.
  static func describe(_ database: Database) throws {
    for (name, id, organization, number, definition) in references {
      try database.execute(
        sql: "INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)",
        arguments: [name, id, organization, number, definition])
    }
    for (table, points) in [
      ("place", "place"), ("occurrence", "occurrence"), ("upcoming", "occurrence"),
    ] {
      try database.execute(
        sql: """
          INSERT INTO gpkg_contents SELECT ?1, 'features', ?1, '', coalesce((
              SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(modified), 'unixepoch') FROM event_revision
            ), '1970-01-01T00:00:00.000Z'),
            min(longitude), min(latitude), max(longitude), max(latitude), ?2 FROM \(points)
          """, arguments: [table, EditionSchema.spatialReference])
      try database.execute(
        sql: "INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'POINT', ?, 0, 0)",
        arguments: [table, EditionSchema.spatialReference])
    }
  }

  /// The reference systems that clause 1.1.2.1.2 requires.
  private static let references = [
    ("Undefined Cartesian", -1, "NONE", -1, "undefined"),
    ("Undefined geographic", 0, "NONE", 0, "undefined"),
    (
      "WGS 84", EditionSchema.spatialReference, "EPSG", EditionSchema.spatialReference,
      """
      GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],\
      PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]
      """
    ),
  ]
}
